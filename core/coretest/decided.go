package coretest

import "github.com/zapvol/bua/core/protocol"

// Decision is what the rooms make of an action of a kind. Each room's test compares. With
// a kind that it does not name a room does the careful thing.
type Decision struct {
	// Page is what it does to its page (core/debugger): it only reads, it may have the page
	// ask for documents, it leaves the page. Whether the person's input counts and the
	// page's requests are judged follows.
	Page string
	// Run is what a run of the agent takes it for (core/agent): what it changes, whether it
	// only goes elsewhere, whether it is one in a tab.
	Run string
	// Risk is what it is on a site that nobody sent the run to (core/agent/risk), "" where
	// only its address or what it presses says so.
	Risk string
	// Read is what is read after it where nobody has said it (core/steps).
	Read string
}

// decided has a row for a kind that does more than read and less than anything.
func decided(k protocol.Kind) Decision {
	row, there := map[protocol.Kind]Decision{
		"navigate":      {"asks leaves", "goes away", "", "page"},
		"click":         {"asks", "changes anything", "", "changes"},
		"type":          {"asks", "changes a field", "foreign", "changes"},
		"hover":         {"asks", "", "", "changes"},
		"press_key":     {"asks", "changes a field", "foreign", "changes"},
		"scroll":        {"asks", "", "", "changes"},
		"evaluate":      {"asks", "changes anything", "script", "none"},
		"wait_for":      {"reads", "", "", "changes"},
		"get_tabs":      {"reads", "in no tab", "", "none"},
		"open_tab":      {"asks", "goes away, in no tab", "", "page"},
		"close_tab":     {"asks leaves", "", "", "gone"},
		"back":          {"asks leaves", "goes away", "", "page"},
		"forward":       {"asks leaves", "goes away", "", "page"},
		"reload":        {"asks leaves", "goes away", "", "page"},
		"select_option": {"asks", "changes a field", "foreign", "changes"},
		"check":         {"asks", "changes a field", "foreign", "changes"},
		"fill_form":     {"asks", "changes a field", "foreign", "changes"},
		"claim_tab":     {"asks", "goes away", "take_over", "page"},
		"release_tab":   {"asks", "", "", "gone"},
		"help":          {"", "changes anything", "", "changes"},
		"upload_file":   {"asks", "changes anything", "upload", "changes"},
		"downloads":     {"", "in no tab", "", "none"},
	}[k]
	switch {
	case there:
		return row
	case k.Can() == protocol.CanRead:
		return Decision{"reads", "", "", "none"}
	}
	return Decision{"asks", "changes anything", "foreign", "changes"}
}

// Undecided names the kinds of which a room makes something else than was decided.
func Undecided(room func(protocol.Kind) string, says func(Decision) string) (all []string) {
	for _, k := range protocol.Kinds() {
		if is, want := room(k), says(decided(k)); is != want {
			all = append(all, string(k)+`: here it is "`+is+`", decided in core/coretest/decided.go is "`+want+`"`)
		}
	}
	return all
}
