package tools

import "strings"

// Tier is how much a model is told of. "" is [Full].
type Tier string

// The tiers.
const (
	Compact Tier = "compact" // for small models: few tools, few members, short texts
	Mid     Tier = "mid"
	Full    Tier = "full"
)

// Pick is the tier for a model that nobody has chosen one for, by its window in
// tokens, 0 where that is not known. Nobody gets all at once: most tools are never
// called, and each request carries what a model is told of.
func Pick(window int, local bool) Tier {
	if local && window <= 32<<10 || window > 0 && window <= 16<<10 {
		return Compact
	}
	return Mid
}

// compact and mid are the tools of a tier with their members.
const (
	compact = `extract query after tabId
find query
click uid
type uid text
select_option uid options
check uid checked
press_key key
scroll direction
wait_for uid text
navigate url
back
help message`

	mid = `extract query after tabId
find query
click uid count
type uid text secret
fill_form fields
select_option uid options
check uid checked
press_key key
hover uid
drag uid to
scroll direction uid
wait_for text gone url seconds
navigate url
back
open_tab url
screenshot
dialog do text
help message`
)

// members are those that a tier tells of an action; ok is false when it has not got
// the action, and all says that it tells of every one.
func (t Tier) members(name string) (list []string, all, ok bool) {
	rows := ""
	switch t {
	case Compact:
		rows = compact
	case Mid:
		rows = mid
	default:
		return nil, true, true
	}
	for _, row := range strings.Split(rows, "\n") {
		if f := strings.Fields(row); f[0] == name {
			return f[1:], false, true
		}
	}
	return nil, false, false
}

// text is what a member means to a model of ours, shorter than the protocol says it.
func text(tool, member string) string {
	switch member {
	case "uid":
		return "Such as e7."
	case "selector":
		return "CSS selector, instead of uid."
	case "tabId":
		return "Another tab than the task's own."
	case "frameId":
		return "A frame's id from frames."
	}
	switch tool + " " + member {
	case "click count":
		return "2: double click."
	case "type secret":
		return "Name of a stored value."
	case "press_key key":
		return "Such as Enter or Control+A."
	case "extract query":
		return "Only what has these words."
	case "extract after":
		return "Only what is behind this element."
	case "navigate url", "open_tab url":
		return "https://…"
	}
	return ""
}

// does is what a tool does in a few words, for those of which a model has to know more
// than the protocol says first, or less.
func does(name string) string {
	switch name {
	case "click":
		return "Clicks an element; what covers it is named instead."
	case "type":
		return "Adds text to what a field holds; fill_form replaces it."
	case "fill_form":
		return "Fills fields, replacing what they hold: text, an option's label, or true and false for a box."
	case "extract":
		return "Reads the page."
	case "hover":
		return "Moves the pointer onto an element."
	case "dialog":
		return "Answers a dialog of the page."
	case "screenshot":
		return "Shows what is visible."
	case "help":
		return "Hands the tab to the person for what only they can do there, and waits."
	}
	return ""
}
