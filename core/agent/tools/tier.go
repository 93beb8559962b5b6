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
// tokens, 0 where that is not known.
func Pick(window int, local bool) Tier {
	switch {
	case local && window <= 32<<10, window > 0 && window <= 16<<10:
		return Compact
	case local, window > 0 && window < 64<<10:
		return Mid
	}
	return Full
}

// compact and mid are the tools of a tier with their members.
const (
	compact = `extract query after
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

	mid = `extract query after since
find query
click uid count
type uid text secret keys
fill_form fields
select_option uid options
check uid checked
press_key key
hover uid
scroll direction uid amount
wait_for uid selector text gone timeoutMs
navigate url
back
reload
open_tab url
close_tab tabId
get_tabs
screenshot fullPage
dialog do text
downloads do downloadId timeoutMs
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

// text is what a member that many tools have means to a model of ours, shorter than
// the protocol says it.
func text(member string) string {
	switch member {
	case "uid":
		return "Element reference from extract or find, such as e7."
	case "selector":
		return "CSS selector, instead of uid."
	case "tabId":
		return "Another tab than the task's own."
	case "frameId":
		return "A frame's id from frames."
	}
	return ""
}
