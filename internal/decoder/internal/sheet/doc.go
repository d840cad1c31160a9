// Package sheet turns a spreadsheet's cells into blocks.
//
// A format's reader streams the cells of one worksheet into a Builder, row by row, as the texts that a
// person sees; what the file says about the sheet as a whole (merged ranges, table parts, the frozen
// pane, links) comes in Facts at the end. Blocks then cuts the sheet into regions:
//
//   - A region is what a spreadsheet program selects as the current region: a rectangle with blank rows and columns around
//     it. Text in a merged range fills all of the range. A range marked as a table is a region of its own.
//   - Regions with one blank column between them are one when that column only spaces them: it is narrow, or
//     one side is a single column that starts in the same row. Likewise with one low blank row between them, which is left out.
//   - Single cells in rows of their own above a table are titles, and those below it notes if they read so: both become text blocks. So does
//     a lone cell, and each cell of a column of prose.
//   - The first row is a header when the sheet marks it (table part, filter, frozen pane) or when it is evident: it alone is bold,
//     or it has texts over columns of numbers.
//
// Memory is the cells' text, four bytes a cell and some forty bytes a row; a table shares the rows' text and does not copy it.
package sheet
