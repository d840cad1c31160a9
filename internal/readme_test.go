package internal

import (
	"os"
	"strings"
	"testing"
)

// The map of the code names every package that stands in this folder.
func TestMapIsComplete(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		packages++
		if !strings.Contains(string(readme), "`"+e.Name()+"`") {
			t.Errorf("README.md says nothing of package %s", e.Name())
		}
	}
	if packages < 20 {
		t.Errorf("%d packages", packages)
	}
}
