package fakemodel

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// Presser is a policy that does one thing on one page: it reads the page, presses the
// button of that name, reads again, and is done when the page shows the words. It
// reads only what any model is given, and gives up when there is no such button.
func Presser(button, words string) Policy {
	named := regexp.MustCompile(`(e\d+) button "?` + regexp.QuoteMeta(button) + `|\[` + regexp.QuoteMeta(button) + ` (e\d+)\]`)
	return func(r chat.Request) Say {
		last := r.Messages[len(r.Messages)-1]
		pressed := false
		for _, m := range r.Messages {
			for _, c := range m.Calls {
				pressed = pressed || c.Name == "click"
			}
		}
		reading := last.Role == chat.RoleTool && named.MatchString(last.Text)
		switch {
		case pressed && strings.Contains(last.Text, words):
			return say("The page shows it.", "done", map[string]any{"outcome": "done", "summary": "I pressed " + button + ". The page says: " + words,
				"evidence": []any{map[string]any{"kind": "text", "value": words}}})
		case reading && !pressed:
			found := named.FindStringSubmatch(last.Text)
			return say("There is the button.", "click", map[string]any{"uid": found[1] + found[2]})
		case len(r.Messages) > 20:
			return say("", "done", map[string]any{"outcome": "failed", "summary": "There is no " + button + " that does it."})
		}
		return say("I read the page.", "extract", map[string]any{})
	}
}

// Persistent presses a button of that name whenever it reads of one, until it reads those words.
func Persistent(button, words string) Policy {
	named := regexp.MustCompile(`(e\d+) button "?` + regexp.QuoteMeta(button) + `|\[` + regexp.QuoteMeta(button) + ` (e\d+)\]`)
	return func(r chat.Request) Say {
		last := r.Messages[len(r.Messages)-1]
		found := named.FindStringSubmatch(last.Text)
		switch {
		case last.Role == chat.RoleTool && strings.Contains(last.Text, words):
			return say("The page shows it.", "done", map[string]any{"outcome": "done", "summary": "I pressed " + button + ". The page says: " + words,
				"evidence": []any{map[string]any{"kind": "text", "value": words}}})
		case last.Role == chat.RoleTool && found != nil:
			return say("There is the button.", "click", map[string]any{"uid": found[1] + found[2]})
		case len(r.Messages) > 40:
			return say("", "done", map[string]any{"outcome": "failed", "summary": "There is no " + button + " that does it."})
		}
		return say("I read the page.", "extract", map[string]any{})
	}
}

func say(text, name string, arguments map[string]any) Say {
	args, _ := json.Marshal(arguments) // strings and lists of them
	return Say{Text: text, Calls: []chat.Call{{Name: name, Arguments: string(args)}}}
}
