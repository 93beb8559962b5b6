package debugger

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/protocol"
)

func TestParseChord(t *testing.T) {
	for _, row := range []struct{ key, want string }{
		{"Enter", "keyDown Enter/Enter 13 0 \"\\r\", keyUp Enter/Enter 13 0"},
		{"enter", "keyDown Enter/Enter 13 0 \"\\r\", keyUp Enter/Enter 13 0"},
		{"Esc", "rawKeyDown Escape/Escape 27 0, keyUp Escape/Escape 27 0"},
		{"a", "keyDown a/KeyA 65 0 \"a\", keyUp a/KeyA 65 0"},
		{"A", "keyDown A/KeyA 65 0 \"A\", keyUp A/KeyA 65 0"},
		{"5", "keyDown 5/Digit5 53 0 \"5\", keyUp 5/Digit5 53 0"},
		{"%", "keyDown %/Digit5 53 0 \"%\", keyUp %/Digit5 53 0"},
		{"?", "keyDown ?/Slash 191 0 \"?\", keyUp ?/Slash 191 0"},
		{"+", "keyDown +/Equal 187 0 \"+\", keyUp +/Equal 187 0"},
		{"Plus", "keyDown +/Equal 187 0 \"+\", keyUp +/Equal 187 0"},
		{"Space", "keyDown  /Space 32 0 \" \", keyUp  /Space 32 0"},
		{"漢", "keyDown 漢/ 0 0 \"漢\", keyUp 漢/ 0 0"},
		{"F12", "rawKeyDown F12/F12 123 0, keyUp F12/F12 123 0"},
		{"Numpad7", "keyDown 7/Numpad7 103 0 \"7\", keyUp 7/Numpad7 103 0"},
		{"NumpadEnter", "keyDown Enter/NumpadEnter 13 0 \"\\r\", keyUp Enter/NumpadEnter 13 0"},
		{"Shift", "rawKeyDown Shift/ShiftLeft 16 8, keyUp Shift/ShiftLeft 16 0"},
		{"Control+a", "rawKeyDown Control/ControlLeft 17 2, rawKeyDown a/KeyA 65 2, keyUp a/KeyA 65 2, keyUp Control/ControlLeft 17 0"},
		{"Control+v", "rawKeyDown Control/ControlLeft 17 2, rawKeyDown v/KeyV 86 2 [DefaultParagraphSeparator], keyUp v/KeyV 86 2, keyUp Control/ControlLeft 17 0"},
		{"Control+Alt+v", "rawKeyDown Control/ControlLeft 17 2, rawKeyDown Alt/AltLeft 18 3, rawKeyDown v/KeyV 86 3, keyUp v/KeyV 86 3, keyUp Alt/AltLeft 18 2, keyUp Control/ControlLeft 17 0"},
		{"Shift+a", "rawKeyDown Shift/ShiftLeft 16 8, keyDown A/KeyA 65 8 \"A\", keyUp A/KeyA 65 8, keyUp Shift/ShiftLeft 16 0"},
		{"Shift+;", "rawKeyDown Shift/ShiftLeft 16 8, keyDown :/Semicolon 186 8 \":\", keyUp :/Semicolon 186 8, keyUp Shift/ShiftLeft 16 0"},
		{"Cmd+Shift+Tab", "rawKeyDown Meta/MetaLeft 91 4, rawKeyDown Shift/ShiftLeft 16 12, keyDown Tab/Tab 9 12, keyUp Tab/Tab 9 12, keyUp Shift/ShiftLeft 16 4, keyUp Meta/MetaLeft 91 0"},
		{"Meta+A", "rawKeyDown Meta/MetaLeft 91 4, rawKeyDown a/KeyA 65 4 [selectAll], keyUp a/KeyA 65 4, keyUp Meta/MetaLeft 91 0"},
		{"Control+K", "rawKeyDown Control/ControlLeft 17 2, rawKeyDown k/KeyK 75 2, keyUp k/KeyK 75 2, keyUp Control/ControlLeft 17 0"},
		{"Control+Shift+k", "rawKeyDown Control/ControlLeft 17 2, rawKeyDown Shift/ShiftLeft 16 10, rawKeyDown K/KeyK 75 10, keyUp K/KeyK 75 10, keyUp Shift/ShiftLeft 16 2, keyUp Control/ControlLeft 17 0"},
		{"Shift+K", "rawKeyDown Shift/ShiftLeft 16 8, keyDown K/KeyK 75 8 \"K\", keyUp K/KeyK 75 8, keyUp Shift/ShiftLeft 16 0"},
		{"Control++", "rawKeyDown Control/ControlLeft 17 2, rawKeyDown +/Equal 187 2, keyUp +/Equal 187 2, keyUp Control/ControlLeft 17 0"},
		{"Control+", ""},
		{"+a", ""},
		{"a+b", ""},
		{"Entr", ""},
		{"ArowDown", ""},
		{"nonsense word", ""},
	} {
		t.Run(row.key, func(t *testing.T) {
			is := is.New(t)
			c, err := parseChord(row.key)
			if row.want == "" {
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				t.Log(err)
				return
			}
			is.NoErr(err)
			var got []string
			for _, data := range c.events() {
				var e struct {
					Type, Key, Code, Text string
					WindowsVirtualKeyCode int
					Modifiers             int
					Commands              []string
				}
				is.NoErr(json.Unmarshal(data, &e))
				quoted, _ := json.Marshal([]any{e.WindowsVirtualKeyCode, e.Modifiers})
				s := e.Type + " " + e.Key + "/" + e.Code + " " + strings.Trim(strings.ReplaceAll(string(quoted), ",", " "), "[]")
				if e.Text != "" {
					text, _ := json.Marshal(e.Text)
					s += " " + string(text)
				}
				if len(e.Commands) > 0 {
					s += " [" + e.Commands[0] + "]"
				}
				got = append(got, s)
			}
			want := strings.ReplaceAll(row.want, "keyDown Tab", "rawKeyDown Tab")
			is.Equal(strings.Join(got, ", "), want)
		})
	}
}

func TestParseChord_NearMatches(t *testing.T) {
	for wrong, near := range map[string]string{"Entr": "Enter", "ArowDown": "ArrowDown", "PageDwn": "PageDown", "Contrl+A": "Control", "escap": "Escape"} {
		t.Run(wrong, func(t *testing.T) {
			is := is.New(t)
			_, err := parseChord(wrong)
			is.True(err != nil && strings.Contains(err.Error(), near))
		})
	}
}
