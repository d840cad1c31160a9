package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/xuri/excelize/v2"
)

func main() {
	rows, _ := strconv.Atoi(os.Args[2])
	f := excelize.NewFile()
	w, _ := f.NewStreamWriter("Sheet1")
	c := func(s string) *string { return &s }
	money, _ := f.NewStyle(&excelize.Style{CustomNumFmt: c("#,##0.00")})
	date, _ := f.NewStyle(&excelize.Style{CustomNumFmt: c("yyyy-mm-dd")})
	pct, _ := f.NewStyle(&excelize.Style{NumFmt: 10})
	row := make([]any, 20)
	for r := 1; r <= rows; r++ {
		for i := range row {
			switch i % 5 {
			case 0:
				row[i] = excelize.Cell{Value: float64(r*i) * 1.37, StyleID: money}
			case 1:
				row[i] = excelize.Cell{Value: 40000 + r%5000, StyleID: date}
			case 2:
				row[i] = "text " + strconv.Itoa(r%1000)
			case 3:
				row[i] = excelize.Cell{Value: float64(r%100) / 100, StyleID: pct}
			case 4:
				if i == 19 || true {
					row[i] = excelize.Cell{Formula: fmt.Sprintf("A%d+1", r), Value: r * i}
				}
			}
		}
		cell, _ := excelize.CoordinatesToCellName(1, r)
		w.SetRow(cell, row)
	}
	w.Flush()
	if err := f.SaveAs(os.Args[1]); err != nil {
		panic(err)
	}
}
