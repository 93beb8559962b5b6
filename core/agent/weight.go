package agent

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// weight is how much an act may change.
type weight int

const (
	light  weight = iota // it looks, or goes somewhere
	turns                // it shows another part of the same document
	leads                // a link to an address
	fills                // a field holds something else
	weighs               // it may change anything: a press, a script, a tool of the page's
)

// maxRoles bounds the elements whose weight is remembered.
const maxRoles = 600

// roles takes note of how much it weighs to press what a reading shows.
func (m *machine) roles(list []protocol.Element) {
	all := m.buttons[:len(m.buttons):len(m.buttons)]
	for _, e := range list {
		all = append(all, e.UID+" "+string(rune('0'+pressed(&e))))
	}
	m.buttons = all[max(0, len(all)-maxRoles):]
}

// pressed is how much it weighs to press an element.
func pressed(e *protocol.Element) weight {
	switch e.Role {
	case "button", "menuitem", "link", "generic", "image", "":
		for _, s := range e.State {
			if s == "expanded" || s == "collapsed" {
				return turns
			}
		}
		if e.Role != "generic" && e.Role != "" && dismisses(words(e.Name)) {
			return light
		}
		if e.Role == "link" && strings.HasPrefix(e.Href, "http") {
			return leads
		}
		return weighs
	case "tab", "treeitem", "row", "cell", "gridcell", "listitem", "article", "heading", "columnheader", "rowheader", "DisclosureTriangle":
		return turns
	}
	return fills
}

// dismisses reports whether a name is that of a button which only takes something away
// that lies over the page.
func dismisses(name string) bool {
	switch name {
	case "close", "close dialog", "dismiss", "got it", "no thanks", "not now", "maybe later", "skip", "×", "✕", "x",
		"schließen", "nicht jetzt", "später", "verstanden", "fermer", "plus tard", "cerrar", "ahora no", "chiudi", "fechar", "sluiten", "zamknij", "閉じる", "关闭", "關閉":
		return true
	}
	return strings.Contains(name, "cookie")
}

// weight is that of an action.
func (m *machine) weight(a protocol.Action) weight {
	if !changes(a.Kind()) || m.Run.Mode == ModeAsk { // of presses only what unfolds something is made there
		return light
	}
	switch a := a.(type) {
	case protocol.Type, protocol.FillForm, protocol.SelectOption, protocol.Check:
		return fills
	case protocol.PressKey:
		return key(a.Key)
	case protocol.Click:
		for i := len(m.buttons) - 1; i >= 0; i-- {
			if uid, w, _ := strings.Cut(m.buttons[i], " "); uid == a.UID && uid != "" {
				return weight(w[0] - '0')
			}
		}
	case protocol.Dialog:
		if m.proof.asked { // the answer belongs to the act that was asked about
			return light
		}
	}
	return weighs
}

// key is how much it weighs to press a key: what sends, what presses a button, and what
// an application may have put on a key with a modifier.
func key(name string) weight {
	parts := strings.Split(name, "+")
	last := parts[len(parts)-1]
	switch {
	case last == "Enter", last == "Space", last == " ", last == "Delete":
		return weighs
	case len(parts) == 1 || parts[0] == "Shift" || len(last) > 1, strings.Contains("acvxzACVXZ", last):
		return fills
	}
	return weighs
}
