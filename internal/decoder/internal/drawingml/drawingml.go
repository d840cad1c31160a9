// Package drawingml reads what Word, PowerPoint and Excel files share of DrawingML (ECMA-376 part 1,
// clauses 20 and 21): text bodies with their list formatting, charts and SmartArt diagrams.
//
// Scanners are expected to use the prefixes of package opc: "a" main, "c" chart, "cx" extended chart, "dgm"
// diagram, "a14" Office 2010, "m" mathematics.
package drawingml
