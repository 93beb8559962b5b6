package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/session"
)

// Fences is [dispatch.Fences] on the session rules of
// chrome.declarativeNetRequest. Rule 1 lets tabs through, and counts more than
// the others, which refuse.
type Fences struct{ Host Host }

// Raise puts all rules in place of those that there are.
func (f Fences) Raise(ctx context.Context, fence session.Fence, pass dispatch.Pass) error {
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
	return f.set(ctx, fenceCall{All: true, Rules: rules})
}

// Pass replaces rule 1.
func (f Fences) Pass(ctx context.Context, pass dispatch.Pass) error {
	return f.set(ctx, fenceCall{Rules: passRules(pass)})
}

// Lower removes all rules.
func (f Fences) Lower(ctx context.Context) error { return f.set(ctx, fenceCall{All: true}) }

func (f Fences) set(ctx context.Context, c fenceCall) error {
	if err := c.ask(ctx, f.Host); err != nil {
		return other("keep what pages open from blocked sites", err)
	}
	return nil
}

// passRules are the rule that lets tabs through, or none.
func passRules(pass dispatch.Pass) []rule {
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
