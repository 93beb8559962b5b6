package loop_test

import (
	"strconv"
	"testing"

	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/record"
)

// The builders of sequences. Calls are a second apart unless they say otherwise.

func act(name, args, outcome string) loop.Call {
	return loop.Call{Name: name, Args: args, Outcome: outcome}
}

func read(outcome string) loop.Call {
	return loop.Call{Name: "extract", Args: "{}", Outcome: outcome, Reads: true}
}

// changed is an act after which the page has changed.
func changed(name, args string) loop.Call {
	return loop.Call{Name: name, Args: args, Outcome: "ok, the page changed", Changed: true}
}

func went(name, args, to string) loop.Call {
	return loop.Call{Name: name, Args: args, Outcome: "navigated " + to, Changed: true, To: to}
}

func after(ms int64, c loop.Call) loop.Call { c.At = ms; return c }

func press(x, y int, outcome string) loop.Call {
	return loop.Call{Name: "click", Args: "{}", Outcome: outcome, Pressed: true, X: x, Y: y}
}

func n(i int) string { return strconv.Itoa(i) }

// times joins what one builds for 0 to count-1.
func times(count int, one func(i int) []loop.Call) (all []loop.Call) {
	for i := range count {
		all = append(all, one(i)...)
	}
	return all
}

func list(calls ...loop.Call) []loop.Call { return calls }

// run sees a sequence, with the state written and read after each call, and says
// how many nudges there were and at which call it was stopped, 0 for never.
func run(t *testing.T, calls []loop.Call) (nudges, stopped int) {
	t.Helper()
	var s loop.State
	at := int64(0)
	for i, c := range calls {
		if c.At == 0 {
			c.At = 1000
		}
		at += c.At // At of a sequence is the time since the call before
		c.At = at
		v, why := s.See(c)
		if (v != loop.Fine) != (why != "") {
			t.Fatalf("call %d: %q with the reason %q", i+1, v, why)
		}
		var back loop.State
		if !record.Read(record.Append(nil, &s), &back) {
			t.Fatalf("call %d: the state cannot be read back", i+1)
		}
		s = back
		switch v {
		case loop.Nudge:
			nudges++
		case loop.Stop:
			return nudges, i + 1
		}
	}
	return nudges, 0
}

// healthy are sequences of honest work. None may be stopped; quiet ones may not
// even be nudged.
func healthy() map[string][]loop.Call {
	h := map[string][]loop.Call{
		"paging by a button, reading each page": times(20, func(i int) []loop.Call {
			return list(changed("click", "next"), read("page "+n(i)))
		}),
		"paging by a button twenty times before reading": append(times(20, func(int) []loop.Call { return list(changed("click", "next")) }), read("page 20")),
		"paging by addresses": times(20, func(i int) []loop.Call {
			return list(went("navigate", "p="+n(i), "https://a.test/list?p="+n(i)), read("page "+n(i)))
		}),
		"paging by links of a new uid each": times(20, func(i int) []loop.Call { return list(went("click", "e"+n(i), "https://a.test/list/"+n(i))) }),
		"paging twenty times, navigating, unread": times(20, func(i int) []loop.Call {
			return list(went("click", "next", "https://a.test/list?p="+n(i)))
		}),
		"scrolling twenty times": times(20, func(int) []loop.Call {
			c := act("scroll", "down", "scrolled 640 px")
			c.Changed = true
			return list(c)
		}),
		"scrolling and reading": times(20, func(i int) []loop.Call {
			return list(act("scroll", "down", "scrolled 640 px"), read("part "+n(i)))
		}),
		"opening each of thirty results and going back": times(30, func(i int) []loop.Call {
			return list(went("click", "result "+n(i), "https://a.test/item/"+n(i)), read("item "+n(i)), went("back", "", "https://a.test/results"))
		}),
		"opening results in tabs": times(15, func(i int) []loop.Call {
			return list(act("open_tab", "u"+n(i), "tabId "+n(i)), read("item "+n(i)), act("close_tab", n(i), "ok"))
		}),
		"filling a form of forty fields": times(40, func(i int) []loop.Call { return list(act("type", "field "+n(i), "ok")) }),
		"ticking forty boxes":            times(40, func(i int) []loop.Call { return list(act("check", "box "+n(i), "ok")) }),
		"deleting rows whose button has one name": times(12, func(i int) []loop.Call {
			return list(changed("click", "first delete"), read(n(12-i)+" rows"))
		}),
		"a tree opened node by node": times(25, func(i int) []loop.Call { return list(changed("click", "node "+n(i))) }),
		"a calendar turned to next year": append(times(12, func(int) []loop.Call {
			return list(changed("click", "next month"))
		}), changed("click", "day 3")),
		"a stepper pressed fifteen times":    times(15, func(int) []loop.Call { return list(changed("click", "plus")) }),
		"arrow keys in a list":               times(18, func(int) []loop.Call { return list(changed("press_key", "ArrowDown")) }),
		"tabbing through a page":             times(20, func(i int) []loop.Call { return list(act("press_key", "Tab", "focus e"+n(i))) }),
		"typing a code digit by digit":       times(8, func(i int) []loop.Call { return list(act("press_key", n(i%4), "focus box "+n(i))) }),
		"one wrong click and then another":   list(act("click", "a", "element_stale"), read("1"), act("click", "b", "ok"), read("2")),
		"twice the same failure, then a way": list(act("click", "a", "timeout"), act("click", "a", "timeout"), read("1"), act("click", "b", "ok")),
		"a search refined ten times": times(10, func(i int) []loop.Call {
			return list(act("type", "words "+n(i), "ok"), went("press_key", "Enter", "https://a.test/?q="+n(i)), read("results "+n(i)))
		}),
		"a search that finds nothing, in other words": times(10, func(i int) []loop.Call {
			return list(act("find", "words "+n(i), "nothing matches"))
		}),
		"reading one long page in parts": times(20, func(i int) []loop.Call {
			return list(loop.Call{Name: "extract", Args: "after e" + n(i), Outcome: "part " + n(i), Reads: true})
		}),
		"the same form for thirty customers": times(30, func(i int) []loop.Call {
			return list(went("navigate", "new", "https://a.test/new"), act("type", "name "+n(i), "ok"), changed("click", "save"), read("saved customer "+n(i)))
		}),
		"comparing two tabs by turns": times(10, func(i int) []loop.Call {
			return list(loop.Call{Name: "extract", Args: "tab 1", Outcome: "left " + n(i), Reads: true}, loop.Call{Name: "extract", Args: "tab 2", Outcome: "right " + n(i), Reads: true})
		}),
		"a wizard of fifteen steps": times(15, func(i int) []loop.Call {
			return list(act("type", "answer "+n(i), "ok"), changed("click", "next"), read("step "+n(i)))
		}),
		"notes between readings": times(15, func(i int) []loop.Call { return list(read("page "+n(i)), act("note", "fact "+n(i), "noted")) }),
		"answering mails one by one": times(12, func(i int) []loop.Call {
			return list(went("click", "mail", "https://m.test/"+n(i)), read("mail "+n(i)), act("type", "reply "+n(i), "ok"), changed("click", "send"), went("back", "", "https://m.test/inbox"))
		}),
		"like pressed on ten posts": times(10, func(i int) []loop.Call { return list(press(100, 100*i, "ok")) }),
		"one point pressed after each reading": times(12, func(i int) []loop.Call {
			return list(press(50, 50, "ok"), read("board "+n(i)))
		}),
		"one point pressed twenty times, the page changing": times(20, func(int) []loop.Call {
			c := press(50, 50, "ok, the page changed")
			c.Changed = true
			return list(c)
		}),
		"four presses of one point": times(4, func(i int) []loop.Call { return list(press(50, 50, "ok "+n(i))) }),
		"screenshots of a changing page": times(10, func(i int) []loop.Call {
			return list(loop.Call{Name: "screenshot", Args: "{}", Outcome: "picture " + n(i), Reads: true})
		}),
		"a login, step by step":             list(went("navigate", "login", "https://a.test/login"), read("1"), act("type", "user", "ok"), act("type", "password", "ok"), went("click", "go", "https://a.test/home"), read("2")),
		"a cookie banner and then the page": list(read("banner"), changed("click", "reject"), read("page"), act("click", "more", "ok")),
		"a menu opened three times": times(3, func(i int) []loop.Call {
			return list(changed("click", "menu"), read("menu open"), changed("click", "entry "+n(i)), read("page "+n(i)))
		}),
		"uploading ten files": times(10, func(i int) []loop.Call { return list(act("upload_file", "file "+n(i), "ok")) }),
		"waiting for ten downloads": times(10, func(i int) []loop.Call {
			return list(act("click", "file "+n(i), "download"), loop.Call{Name: "downloads", Args: "wait", Outcome: "done " + n(i), Reads: true})
		}),
		"a table of two hundred cells": times(200, func(i int) []loop.Call { return list(act("type", "cell "+n(i), "ok")) }),
		"select lists in turn":         times(20, func(i int) []loop.Call { return list(act("select_option", "list "+n(i), "ok")) }),
		"dragging cards":               times(15, func(i int) []loop.Call { return list(changed("drag", "card "+n(i))) }),
		"frames read in turn": times(8, func(i int) []loop.Call {
			return list(loop.Call{Name: "extract", Args: "frame " + n(i), Outcome: "frame " + n(i), Reads: true})
		}),
		"a page visited twice": list(went("navigate", "a", "https://a.test/"), read("1"), went("navigate", "b", "https://b.test/"), read("2"), went("navigate", "a", "https://a.test/"), read("1")),
		"an undo after each wrong guess": times(8, func(i int) []loop.Call {
			return list(changed("type", "guess "+n(i)), read("wrong "+n(i)), changed("click", "undo"))
		}),
		"a game of twenty moves":         times(20, func(i int) []loop.Call { return list(changed("click", "cell "+n(i%9)), read("board "+n(i))) }),
		"hovering over a chart's points": times(24, func(i int) []loop.Call { return list(act("hover", "point "+n(i), "value "+n(i))) }),
		"the console read after each click": times(6, func(i int) []loop.Call {
			return list(changed("click", "run"), loop.Call{Name: "console", Outcome: "line " + n(i), Reads: true})
		}),
		"asking the person twice": list(act("clarify", "which", "the first"), read("a"), act("clarify", "really", "yes"), read("b")),
		"reload until it is there, five times": append(times(5, func(int) []loop.Call {
			return list(went("reload", "", "https://a.test/job"), after(15_000, read("running")))
		}), read("done")),
	}
	for _, polls := range []int{5, 20, 40} {
		h["polling "+n(polls)+" times until it is there"] = append(times(polls, func(int) []loop.Call { return list(after(15_000, read("running"))) }), read("done"))
		h["waiting and reading by turns "+n(polls)+" times"] = append(times(polls/2, func(int) []loop.Call {
			return list(after(30_000, loop.Call{Name: "wait_for", Args: "done", Outcome: "timeout", Reads: true}), read("running"))
		}), read("done"))
	}
	for i := range 5 {
		h["a mixed day "+n(i)] = times(30, func(k int) []loop.Call {
			switch (k*7 + i*3) % 5 {
			case 0:
				return list(went("click", "link "+n(k), "https://a.test/"+n(i)+"/"+n(k)))
			case 1:
				return list(read("text " + n(k/2)))
			case 2:
				return list(act("type", "field "+n(k), "ok"))
			case 3:
				return list(changed("click", "more"))
			default:
				return list(act("find", "word "+n(k), "found "+n(k)))
			}
		})
	}
	return h
}

func TestSee_HealthyIsNeverStopped(t *testing.T) {
	h := healthy()
	if len(h) < 60 {
		t.Fatalf("%d sequences, 60 are wanted", len(h))
	}
	total := 0
	for name, calls := range h {
		t.Run(name, func(t *testing.T) {
			nudges, stopped := run(t, calls)
			if stopped > 0 {
				t.Errorf("stopped at call %d of %d", stopped, len(calls))
			}
			if nudges > 2 {
				t.Errorf("%d nudges in %d calls", nudges, len(calls))
			}
			total += nudges
		})
	}
	t.Logf("%d sequences, %d nudges in all", len(h), total)
}
