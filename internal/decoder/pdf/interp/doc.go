// Package interp reads PDF pages by running their content streams (ISO 32000-2, clauses 8, 9 and 14): glyphs
// with their Unicode text and places, straight rules, filled rectangles, pictures, links and annotations, in
// the page model of package page. Nothing is drawn.
//
// What is not seen is left out: layers that are off, hidden annotations, whatever lies outside of the crop box
// or the clipping path. Text in rendering mode 3 is kept and marked, since it is the text layer of scanned pages.
package interp
