package safety_test

import "strings"

// kept says why an attack finds nothing even where nothing is blocked, "" for one
// that must: another rule of bua's stands before the blocklist. Each is a way in
// again when that rule falls, which is why the attack stays.
func kept(name string) string {
	for _, rule := range []struct{ begins, with, why string }{
		{"stolen at focus", "type", "a field that refuses the focus is not typed into"},
		{"stolen at focus", "fill_form", "a field that refuses the focus is not typed into"},
		{"stolen at", "select_option", "an option is chosen without keys"},
		{"what a blocked frame held", "", "what a document held that is gone is not told"},
		{"what a near blocked frame held", "", "what a document held that is gone is not told"},
		{"console: a near blocked frame that", "", "what a document that is gone has said is not told"},
		{"console: a near blocked page", "", "what a document that is gone has said is not told"},
		{"points: a blocked frame comes at", "", "a covered element is not pressed, and a press that has begun stays with its document"},
		{"points: pointer-events pass through", "", "a covered element is not pressed"},
		{"points: a drag onto", "", "nothing is dragged onto a covered element"},
		{"points: scroll", "", "the page is scrolled, and no frame in it that is not named"},
		{"points: a label for nothing", "", "a label is pressed beside what lies in it"},
		{"points: a snapshot of before", "", "it is the blocklist's change that makes it one"},
		{"popup: the tab's page goes there, and that to its blob", "", "a tab with a blob: is none that the agent may touch"},
		{"popup: a blocked page that goes to its blob", "", "a tab with a blob: is none that the agent may touch"},
		{"popup: a blocked page's source", "", "a tab with view-source: is none that the agent may touch"},
	} {
		if name = strings.TrimPrefix(name, "near, "); strings.HasPrefix(name, rule.begins) && strings.Contains(name, rule.with) {
			return rule.why
		}
	}
	return ""
}
