package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// CDP's bits for the modifiers.
const (
	altBit = 1 << iota
	controlBit
	metaBit
	shiftBit
)

// chord is one key with the modifiers that are held around it.
type chord struct {
	modifiers []key
	key       key
}

func bit(name string) int {
	switch name {
	case "Alt":
		return altBit
	case "Control":
		return controlBit
	case "Meta":
		return metaBit
	case "Shift":
		return shiftBit
	}
	return 0
}

// parseChord reads a key name with modifiers joined by +, such as Control+A.
// The plus key itself is + or Plus. A letter with modifiers is the key with that
// letter: only Shift makes it upper case.
func parseChord(s string) (chord, error) {
	var c chord
	held := 0
	for {
		at := strings.IndexByte(s, '+')
		if at <= 0 || at == len(s)-1 {
			break
		}
		k, ok := lookup(s[:at])
		if !ok {
			return c, unknownKey(s[:at])
		}
		b := bit(k.name)
		if b == 0 {
			return c, protocol.NewError(protocol.CodeInvalidAction, "key: only Control, Shift, Alt and Meta can stand before a +; press one key at a time")
		}
		if held&b == 0 {
			c.modifiers = append(c.modifiers, k)
		}
		held |= b
		s = s[at+1:]
	}
	if len(s) > 1 && s[len(s)-1] == '+' && s != "+" {
		return c, protocol.NewError(protocol.CodeInvalidAction, "key: nothing stands after the last +; write the plus key as Plus")
	}
	if held != 0 && len(s) == 1 {
		s = lower(s)
	}
	k, ok := lookup(s)
	if !ok {
		return c, unknownKey(s)
	}
	c.key = shift(k, held&shiftBit != 0)
	return c, nil
}

// shift turns a character key into what it types while Shift is held.
func shift(k key, held bool) key {
	if !held || len(k.name) != 1 || k.location != 0 {
		return k
	}
	s := k.name
	switch n := strings.Index(punctuation, s); {
	case s >= "a" && s <= "z":
		s = string(s[0] - 32)
	case s >= "0" && s <= "9":
		s = digitShift[s[0]-'0' : s[0]-'0'+1]
	case n >= 0:
		s = shifted[n : n+1]
	}
	k.name, k.text = s, s
	return k
}

// clipboard is what a chord does with the clipboard, on any platform, "" for
// nothing.
func (c chord) clipboard() string {
	held := 0
	for _, m := range c.modifiers {
		held |= bit(m.name)
	}
	primary := held == controlBit || held == metaBit
	switch v := c.key.virtual; {
	case v == 'V' && (primary || held == controlBit|shiftBit || held == metaBit|shiftBit), v == 45 && held == shiftBit:
		return "paste"
	case v == 'C' && primary, v == 45 && held == controlBit:
		return "copy"
	case v == 'X' && primary, v == 46 && held == shiftBit:
		return "cut"
	}
	return ""
}

// events are the parameters of the key events of a chord, in order.
func (c chord) events() [][]byte {
	var out [][]byte
	held := 0
	for _, m := range c.modifiers {
		held |= bit(m.name)
		out = append(out, keyEvent("rawKeyDown", m, held, ""))
	}
	down, k := "keyDown", c.key
	if held&(altBit|controlBit|metaBit) != 0 {
		k.text = "" // a shortcut types nothing
	}
	if k.text == "" {
		down = "rawKeyDown"
	}
	pressed := held | bit(k.name)
	cmd := command(k.name, pressed)
	if c.clipboard() != "" {
		cmd = idle
	}
	out = append(out, keyEvent(down, k, pressed, cmd), keyEvent("keyUp", k, held, ""))
	for i := len(c.modifiers) - 1; i >= 0; i-- {
		held &^= bit(c.modifiers[i].name)
		out = append(out, keyEvent("keyUp", c.modifiers[i], held, ""))
	}
	return out
}

// keyEvent is one event of a key; cmd is the editing command that comes with it.
func keyEvent(kind string, k key, held int, cmd string) []byte {
	o := new(scan.Object).Str("type", kind).Str("key", k.name).Str("code", k.code).
		Num("windowsVirtualKeyCode", k.virtual).Num("modifiers", held)
	if k.location == 3 {
		o = o.Bool("isKeypad", true)
	}
	if k.location != 0 {
		o = o.Num("location", k.location)
	}
	if kind == "keyUp" {
		return o.JSON()
	}
	if k.text != "" {
		o = o.Str("text", k.text).Str("unmodifiedText", k.text)
	}
	if cmd != "" {
		o = o.Raw("commands", `["`+cmd+`"]`)
	}
	return o.JSON()
}

// idle is an editing command that does nothing without a value. The browser does
// the command that comes with a key in place of its own for that key, so one
// that would use the person's clipboard comes to the page and does nothing.
const idle = "DefaultParagraphSeparator"

// command is the editing command of a macOS shortcut: there the browser, not
// the page, turns Command and a letter into one, and never does for input
// that comes over CDP.
func command(name string, held int) string {
	if held&metaBit == 0 || held&(altBit|controlBit) != 0 {
		return ""
	}
	switch lower(name) {
	case "a":
		return "selectAll"
	case "z":
		if held&shiftBit != 0 {
			return "redo"
		}
		return "undo"
	}
	return ""
}
