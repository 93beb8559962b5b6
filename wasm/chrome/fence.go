package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/session"
)

// Fences is [dispatch.Fences] on the session rules of
// chrome.declarativeNetRequest. Rule 1 lets tabs through, and counts more than
// the others, which refuse.
type Fences struct{ Host Host }

// Raise puts all rules in place of those that there are.
func (f Fences) Raise(ctx context.Context, fence session.Fence, pass dispatch.Pass) error {
	rules := append([]byte{'['}, passRule(pass)...)
	id := 1
	refuse := func(condition func([]byte) []byte) {
		if id++; len(rules) > 1 {
			rules = append(rules, ',')
		}
		rules = append(rules, condition(rule(id, "block"))...)
		rules = append(rules, "}}"...)
	}
	if fence.All {
		refuse(func(r []byte) []byte { return append(r, `,"urlFilter":"|http"`...) })
	}
	if len(fence.Domains) > 0 {
		refuse(func(r []byte) []byte {
			for i, domain := range fence.Domains {
				begin := ","
				if i == 0 {
					begin = `,"requestDomains":[`
				}
				r = scan.AppendQuote(append(r, begin...), domain)
			}
			return append(r, ']')
		})
	}
	for _, pattern := range fence.Patterns {
		refuse(func(r []byte) []byte { return scan.AppendQuote(append(r, `,"regexFilter":`...), pattern) })
	}
	return f.set(ctx, ask("fence").flag("all", true).raw("rules", append(rules, ']')))
}

// Pass replaces rule 1.
func (f Fences) Pass(ctx context.Context, pass dispatch.Pass) error {
	return f.set(ctx, ask("fence").flag("all", false).raw("rules", append(append([]byte{'['}, passRule(pass)...), ']')))
}

// Lower removes all rules.
func (f Fences) Lower(ctx context.Context) error {
	return f.set(ctx, ask("fence").flag("all", true).raw("rules", []byte("[]")))
}

func (f Fences) set(ctx context.Context, q question) error {
	if _, err := f.Host.Ask(ctx, q.end()); err != nil {
		return other("keep what pages open from blocked sites", err)
	}
	return nil
}

// rule is the beginning of one for documents of tabs.
func rule(id int, action string) []byte {
	priority := 1
	if id == 1 {
		priority = 2
	}
	return question("{\"action\":{\"type\":\""+action+"\"}").num("id", id).num("priority", priority).
		raw("condition", []byte(`{"resourceTypes":["main_frame"]`))
}

// passRule is the rule that lets tabs through, nothing for none.
func passRule(pass dispatch.Pass) []byte {
	if len(pass.Tabs) == 0 && !pass.Others {
		return nil
	}
	r := rule(1, "allow")
	if len(pass.Tabs) > 0 {
		name := "tabIds"
		if pass.Others {
			name = "excludedTabIds"
		}
		r = question(r).raw(name, session.AppendInts(nil, pass.Tabs))
	}
	return append(r, "}}"...)
}
