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
func Presser(button, words string) Policy { return presser(button, words, 20, false) }

// Persistent presses a button of that name whenever it reads of one, until it reads those words.
func Persistent(button, words string) Policy { return presser(button, words, 40, true) }

func presser(button, words string, most int, again bool) Policy {
	named := regexp.MustCompile(`(e\d+) button "?` + regexp.QuoteMeta(button) + `|\[` + regexp.QuoteMeta(button) + ` (e\d+)\]`)
	return func(r chat.Request) Say {
		last, pressed := r.Messages[len(r.Messages)-1], false
		for _, m := range r.Messages {
			for _, c := range m.Calls {
				pressed = pressed || c.Name == "click"
			}
		}
		read := last.Role == chat.RoleTool
		found := named.FindStringSubmatch(last.Text)
		switch {
		case (pressed && !again || read && again) && strings.Contains(last.Text, words):
			return say("The page shows it.", "done", map[string]any{"outcome": "done", "summary": "I pressed " + button + ". The page says: " + words,
				"evidence": []any{map[string]any{"kind": "text", "value": words}}})
		case read && found != nil && (again || !pressed):
			return say("There is the button.", "click", map[string]any{"uid": found[1] + found[2]})
		case len(r.Messages) > most:
			return say("", "done", map[string]any{"outcome": "failed", "summary": "There is no " + button + " that does it."})
		}
		return say("I read the page.", "extract", map[string]any{})
	}
}

func say(text, name string, arguments map[string]any) Say {
	args, _ := json.Marshal(arguments) // strings and lists of them
	return Say{Text: text, Calls: []chat.Call{{Name: name, Arguments: string(args)}}}
}
