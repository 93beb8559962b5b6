package debugger

import (
	"strconv"
	"strings"
	"testing"
)

// TestParseChord_Codes: a key that writes nothing is told by its name and its number.
func TestParseChord_Codes(t *testing.T) {
	for key, number := range map[string]int{
		"Tab": 9, "Backspace": 8, "Delete": 46, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39,
		"Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, "F1": 112,
	} {
		c, err := parseChord("Alt+" + key)
		if err != nil {
			t.Fatal(err)
		}
		down := string(c.events()[1])
		for _, part := range []string{`"rawKeyDown"`, `"key":"` + key + `"`, `"code":"` + key + `"`, `"windowsVirtualKeyCode":` + strconv.Itoa(number) + `,`} {
			if !strings.Contains(down, part) {
				t.Errorf("%s: %s lacks %s", key, down, part)
			}
		}
	}
}
