package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/session"
)

// RequestFilters is [dispatch.RequestFilters] on the session rules of
// chrome.declarativeNetRequest. Rule 1 lets tabs through, and counts more than
// the others, which refuse.
type RequestFilters struct{ Host Host }

// Install puts all rules in place of those that there are.
func (f RequestFilters) Install(ctx context.Context, fence session.RequestFilter, pass dispatch.Exemptions) error {
	rules := passRules(pass)
	id := 1
	refuse := func(of condition) {
		id++
		rules = append(rules, ruleOf(id, "block", of))
	}
	if fence.All {
		refuse(condition{URLFilter: "|http"})
	}
	if len(fence.Domains) > 0 {
		refuse(condition{RequestDomains: fence.Domains})
	}
	for _, pattern := range fence.Patterns {
		refuse(condition{RegexFilter: pattern})
	}
	return f.set(ctx, requestFilterCall{All: true, Rules: rules})
}

// Exempt replaces rule 1.
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

// passRules are the rule that lets tabs through, or none.
func passRules(pass dispatch.Exemptions) []rule {
	if len(pass.Tabs) == 0 && !pass.Others {
		return nil
	}
	var of condition
	if pass.Others {
		of.ExcludedTabIDs = pass.Tabs
	} else {
		of.TabIDs = pass.Tabs
	}
	return []rule{ruleOf(1, "allow", of)}
}

// ruleOf is a rule for documents of tabs.
func ruleOf(id int, action string, of condition) rule {
	priority := 1
	if id == 1 {
		priority = 2
	}
	of.ResourceTypes = []string{"main_frame"}
	return rule{ID: id, Priority: priority, Action: deed{action}, Condition: of}
}
