package loop_test

import (
	"testing"

	"github.com/zapvol/bua/core/agent/loop"
)

// sick is a sequence that goes in circles, and the call by which it must have
// been stopped.
type sick struct {
	calls []loop.Call
	by    int
}

func unhealthy() map[string]sick {
	always := func(one ...loop.Call) []loop.Call { return times(100, func(int) []loop.Call { return one }) }
	u := map[string]sick{
		"the same failing click":             {always(act("click", "a", "element_not_found")), 10},
		"the same click without an effect":   {always(act("click", "a", "ok")), 10},
		"the same reading at once":           {always(read("same")), 10},
		"the same screenshot":                {always(loop.Call{Name: "screenshot", Outcome: "picture", Reads: true}), 10},
		"the same search":                    {always(act("find", "x", "nothing matches")), 10},
		"the same text typed":                {always(act("type", "x", "ok")), 10},
		"the same blocked address":           {always(act("navigate", "bank", "domain_blocked")), 10},
		"an unknown tool":                    {always(act("cilck", "{}", "there is no tool cilck")), 10},
		"arguments that do not parse":        {always(act("click", "{", "not JSON")), 10},
		"two failing clicks by turns":        {always(act("click", "a", "x"), act("click", "b", "y")), 12},
		"click and the same page":            {always(act("click", "a", "ok"), read("same")), 14},
		"type and the same page":             {always(act("type", "a", "ok"), read("same")), 14},
		"a menu opened and closed":           {always(changed("click", "menu"), read("open"), changed("click", "menu"), read("closed")), 40},
		"a box ticked and unticked":          {always(changed("check", "on"), changed("check", "off")), 40},
		"a button that always says changed":  {always(changed("click", "more")), 40},
		"scrolling at the end":               {always(act("scroll", "down", "scrolled 0 px, the end")), 10},
		"up and down":                        {always(act("scroll", "down", "640"), act("scroll", "up", "640")), 12},
		"two pages by turns":                 {always(went("navigate", "a", "https://a.test/1"), read("a"), went("navigate", "b", "https://b.test/x"), read("b")), 40},
		"three pages in a circle":            {always(went("navigate", "a", "https://a.test/a"), read("a"), went("navigate", "b", "https://a.test/b"), read("b"), went("navigate", "c", "https://a.test/c"), read("c")), 50},
		"back and forward":                   {always(went("back", "", "https://a.test/a"), went("forward", "", "https://a.test/b")), 24},
		"a login that sends back to itself":  {always(act("type", "user", "ok"), act("type", "pass", "ok"), went("click", "go", "https://a.test/login"), read("log in")), 40},
		"a form that is refused":             {always(act("type", "field", "ok"), act("click", "save", "not sent, invalid e4"), read("form")), 40},
		"reload of the same page":            {always(went("reload", "", "https://a.test/"), read("same")), 24},
		"reload alone":                       {always(went("reload", "", "https://a.test/")), 24},
		"one point pressed":                  {always(press(10, 10, "ok")), 8},
		"one point pressed, other arguments": {times(100, func(i int) []loop.Call { c := press(10, 10, "ok"); c.Args = n(i); return list(c) }), 8},
		"one point within five pixels":       {times(100, func(i int) []loop.Call { c := press(10+i%5, 11+i%4, "ok"); c.Args = n(i); return list(c) }), 8},
		"a point and the same page":          {always(press(10, 10, "ok"), read("same")), 16},
		"a circle of five calls":             {always(act("a", "", "1"), act("b", "", "2"), act("c", "", "3"), act("d", "", "4"), act("e", "", "5")), 40},
		"a circle of nine calls":             {times(20, func(int) []loop.Call { return times(9, func(i int) []loop.Call { return list(act("t", n(i), "ok")) }) }), 50},
		"a circle of nine readings":          {times(20, func(int) []loop.Call { return times(9, func(i int) []loop.Call { return list(read(n(i))) }) }), 50},
		"a tab opened and closed":            {always(act("open_tab", "u", "ok"), act("close_tab", "9", "ok")), 12},
		"the same note":                      {always(act("note", "x", "noted")), 10},
		"the same question to the person":    {always(act("clarify", "x", "no answer")), 10},
		"done refused and done again":        {always(act("done", "x", "refused")), 10},
		"wait that times out at once":        {always(loop.Call{Name: "wait_for", Args: "x", Outcome: "timeout", Reads: true}), 10},
		"polling for ever":                   {times(200, func(int) []loop.Call { return list(after(15_000, read("running"))) }), 75},
		"polling two things for ever": {times(200, func(int) []loop.Call {
			return list(after(15_000, read("a")), after(15_000, loop.Call{Name: "console", Outcome: "b", Reads: true}))
		}), 90},
		"a family of addresses, unread":  {times(60, func(i int) []loop.Call { return list(went("click", "x", "https://a.test/p/"+n(i%3))) }), 24},
		"the same link, which redirects": {always(went("click", "cart", "https://a.test/login"), read("log in")), 24},
	}
	return u
}

func TestSee_UnhealthyIsStopped(t *testing.T) {
	u := unhealthy()
	if len(u) < 40 {
		t.Fatalf("%d sequences, 40 are wanted", len(u))
	}
	for name, s := range u {
		t.Run(name, func(t *testing.T) {
			nudges, stopped := run(t, s.calls)
			if stopped == 0 || stopped > s.by {
				t.Errorf("stopped at call %d (%d nudges), it must be by %d", stopped, nudges, s.by)
			}
			if nudges == 0 {
				t.Error("stopped without a word before")
			}
		})
	}
}

// A nudge that helped is forgiven.
func TestSee_TwoHealthyCallsForgive(t *testing.T) {
	var calls []loop.Call
	for i := range 20 {
		calls = append(calls, act("click", "a", "no"), act("click", "a", "no"), act("click", "a", "no"), read("new "+n(i)), act("type", n(i), "ok"))
	}
	if _, stopped := run(t, calls); stopped > 0 {
		t.Errorf("stopped at call %d", stopped)
	}
}

func TestSee_TheOldStateStaysAsItWas(t *testing.T) {
	var s loop.State
	for i := range 200 {
		s.See(read(n(i % 90)))
		s.See(went("click", n(i), "https://a.test/"+n(i)))
		before := s.Clone()
		a, b := before.Clone(), before.Clone()
		va, _ := a.See(act("x", "y", "z"))
		vb, _ := b.See(act("x", "y", "z"))
		if va != vb {
			t.Fatalf("%q and %q from one state", va, vb)
		}
	}
}
