// Package numfmt shows numbers as a spreadsheet does: it compiles a number format code once and then
// turns values into text.
//
// The codes are those of ECMA-376 part 1, 18.8.31, which XLS and XLSB files use as well:
//
//	positive;negative;zero;text
//
// with placeholders 0 # ?, thousands separators and scaling commas, %, E+00, fractions, dates and
// elapsed times, [>=100] conditions, [Red] colours, [$€-407] currencies and locales, escapes and
// quoted literals. Separators and built-in formats are those of an en-US spreadsheet; a locale in
// the code changes the names of months and days.
//
// Where cells are padded to a column's width the padding is left out: "_x" and "?" become blanks,
// which are trimmed at both ends, and "*x" becomes nothing. A number shown as General keeps its
// 15 significant digits, whatever the width of its column. A value that a date format can't show (negative, or
// past 9999) is shown as General, where a spreadsheet fills the cell with hash signs.
package numfmt
