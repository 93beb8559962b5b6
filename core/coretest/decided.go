package coretest

import "github.com/zapvol/bua/core/protocol"

// Decision is what the rooms make of an action of a kind. Each room's test compares.
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

// decided has a row for every kind of action.
func decided() map[protocol.Kind]Decision {
	return map[protocol.Kind]Decision{
		"navigate":      {"asks leaves", "goes away", "", "page"},
		"click":         {"asks", "changes anything", "", "changes"},
		"type":          {"asks", "changes a field", "foreign", "changes"},
		"hover":         {"asks", "", "", "changes"},
		"press_key":     {"asks", "changes a field", "foreign", "changes"},
		"scroll":        {"asks", "", "", "changes"},
		"screenshot":    {"reads", "", "", "none"},
		"extract":       {"reads", "", "", "none"},
		"evaluate":      {"asks", "changes anything", "script", "none"},
		"wait_for":      {"reads", "", "", "changes"},
		"get_tabs":      {"reads", "in no tab", "", "none"},
		"open_tab":      {"asks", "goes away, in no tab", "", "page"},
		"close_tab":     {"asks leaves", "", "", "gone"},
		"dialog":        {"asks", "changes anything", "foreign", "changes"},
		"frames":        {"reads", "", "", "none"},
		"console":       {"reads", "", "", "none"},
		"back":          {"asks leaves", "goes away", "", "page"},
		"forward":       {"asks leaves", "goes away", "", "page"},
		"reload":        {"asks leaves", "goes away", "", "page"},
		"select_option": {"asks", "changes a field", "foreign", "changes"},
		"check":         {"asks", "changes a field", "foreign", "changes"},
		"fill_form":     {"asks", "changes a field", "foreign", "changes"},
		"find":          {"reads", "", "", "none"},
		"claim_tab":     {"asks", "goes away", "take_over", "page"},
		"release_tab":   {"asks", "", "", "gone"},
		"help":          {"", "changes anything", "", "changes"},
		"drag":          {"asks", "changes anything", "foreign", "changes"},
		"upload_file":   {"asks", "changes anything", "upload", "changes"},
		"page_tool":     {"asks", "changes anything", "foreign", "changes"},
		"downloads":     {"", "in no tab", "", "none"},
	}
}

// Undecided names the kinds of which a room makes something else than its row says. A
// new kind has no row.
func Undecided(room func(protocol.Kind) string, says func(Decision) string) (all []string) {
	rows := decided()
	for _, k := range protocol.Kinds() {
		row, there := rows[k]
		if is := room(k); !there || is != says(row) {
			all = append(all, string(k)+`: here it is "`+is+`", in its row of core/coretest/decided.go "`+says(row)+`"`)
		}
	}
	return all
}
