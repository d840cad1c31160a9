package tide

// High returns the hour of high water.
func High(day int) int {
	return (day*50/60 + 3) % 24
}
