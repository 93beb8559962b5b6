package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/session"
)

// RequestFilters is [dispatch.RequestFilters] on the session rules of
// chrome.declarativeNetRequest, for requests of every type. Rule 1 lets tabs through,
// rule 2 what has none, and both count more than the others, which refuse.
type RequestFilters struct{ Host Host }

// Install puts all rules in place of those that there are.
func (f RequestFilters) Install(ctx context.Context, fence session.RequestFilter, pass dispatch.Exemptions) error {
	rules := passRules(pass)
	id := PassWorkers
	refuse := func(of condition) {
		id++
		rules = append(rules, ruleOf(id, "block", of))
	}
	if fence.All {
		refuse(condition{RegexFilter: `^(?:https?|wss?)://`})
	}
	if len(fence.Domains) > 0 {
		refuse(condition{RequestDomains: fence.Domains})
	}
	for _, pattern := range fence.Patterns {
		refuse(condition{RegexFilter: pattern})
	}
	return f.set(ctx, requestFilterCall{All: true, Rules: rules})
}

// Exempt replaces the rules that let something through.
func (f RequestFilters) Exempt(ctx context.Context, pass dispatch.Exemptions) error {
	return f.set(ctx, requestFilterCall{Rules: passRules(pass)})
}

// Remove removes all rules.
func (f RequestFilters) Remove(ctx context.Context) error {
	return f.set(ctx, requestFilterCall{All: true})
}

func (f RequestFilters) set(ctx context.Context, c requestFilterCall) error {
	if err := c.ask(ctx, f.Host); err != nil {
		return other("keep what pages open from blocked sites", err)
	}
	return nil
}

// The rules that let something through.
const (
	PassTabs    = 1
	PassWorkers = 2
)

// noTab is the tab of a request that has none.
const noTab = -1

// passRules are those rules. What has no tab is a worker's that several pages
// share, or the browser's own.
func passRules(pass dispatch.Exemptions) []rule {
	tabs := condition{TabIDs: pass.Tabs}
	if pass.Others {
		tabs = condition{ExcludedTabIDs: append(pass.Tabs[:len(pass.Tabs):len(pass.Tabs)], noTab)}
	}
	rules := []rule{ruleOf(PassWorkers, "allow", condition{TabIDs: []int{noTab}, ExcludedInitiatorDomains: pass.Sites})}
	if pass.Others || len(pass.Tabs) > 0 {
		rules = append(rules, ruleOf(PassTabs, "allow", tabs))
	}
	return rules
}

func ruleOf(id int, action string, of condition) rule {
	priority := 1
	if id <= PassWorkers {
		priority = 2
	}
	return rule{ID: id, Priority: priority, Action: deed{action}, Condition: of}
}
