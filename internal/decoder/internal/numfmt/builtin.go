package numfmt

// builtin holds the format codes that files name by number only (ECMA-376 part 1, 18.8.30), as an
// en-US spreadsheet shows them.
var builtin = [...]string{
	0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
	5: `"$"#,##0_);("$"#,##0)`, 6: `"$"#,##0_);[Red]("$"#,##0)`,
	7: `"$"#,##0.00_);("$"#,##0.00)`, 8: `"$"#,##0.00_);[Red]("$"#,##0.00)`,
	9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
	18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm",
	37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)",
	39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
	41: `_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)`,
	42: `_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)`,
	43: `_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)`,
	44: `_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)`,
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}

// eastAsian holds the built-in formats of Chinese, Japanese and Korean systems, all dates and times; which
// of the languages a file means it does not say.
var eastAsian = map[int]string{
	27: "yyyy/m/d", 28: "m/d", 29: "m/d", 30: "m/d/yy", 31: "yyyy/m/d", 32: "h:mm", 33: "h:mm:ss",
	34: "h:mm", 35: "h:mm:ss", 36: "yyyy/m/d", 50: "yyyy/m/d", 51: "m/d", 52: "yyyy/m", 53: "m/d", 54: "m/d",
	55: "yyyy/m", 56: "m/d", 57: "yyyy/m/d", 58: "m/d",
}

// Builtin returns the code of a built-in format, or "General" for a number without one.
func Builtin(id int) string {
	if id >= 0 && id < len(builtin) && builtin[id] != "" {
		return builtin[id]
	}
	if code, ok := eastAsian[id]; ok {
		return code
	}
	return "General"
}
