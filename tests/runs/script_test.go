package runs

import (
	"encoding/json"
	"maps"
	"regexp"
	"strings"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/tests/fakemodel"
)

// script is what a model does for one task: it reads the page before each step, finds
// what the step is about by role and name in the text that it was given, and claims in
// the end that it is done. What is refused it claims otherwise, as models do.
type script struct {
	steps  []step
	claims [][]claim
}

// step is one call.
type step struct {
	call string
	// role and name are of the element that it is about, "" for none; in are words of
	// the line of the page in which that stands.
	role, name, in string
	args           map[string]any
	// until has the step done again and again, before the page shows these words.
	until string
}

// claim is one piece of evidence.
type claim struct {
	Kind  string `json:"kind"`
	Name  string `json:"name,omitempty"`
	Value string `json:"value"`
}

func press(role, name string) step { return step{call: "click", role: role, name: name} }
func fill(name, text string) step {
	return step{call: "fill_form", name: name, args: args{"value": text}}
}
func pick(name, option string) step {
	return step{call: "select_option", name: name, args: args{"options": []string{option}}}
}
func tick(name string, set bool) step {
	return step{call: "check", name: name, args: args{"checked": set}}
}
func key(name string) step             { return step{call: "press_key", args: args{"key": name}} }
func (s step) on(line string) step     { s.in = line; return s }
func (s step) till(words string) step  { s.until = words; return s }
func shows(text string) []claim        { return []claim{{Kind: "text", Value: text}} }
func holds(name, value string) []claim { return []claim{{Kind: "value", Name: name, Value: value}} }

type args = map[string]any

// named finds the task that a conversation is about: its name stands in brackets.
var named = regexp.MustCompile(`^Task: \[([^\]]+)\]`)

// scripts is a model that has a script for each task.
func scripts(of func(task string) script) fakemodel.Policy {
	return func(r chat.Request) fakemodel.Say {
		m := named.FindStringSubmatch(r.Messages[0].Text)
		if m == nil {
			return calls("done", args{"outcome": "failed", "summary": "There is no script for this."})
		}
		return of(m[1]).next(r.Messages)
	}
}

// refusedCall is how the result of a call begins that has to be made again.
var refusedCall = regexp.MustCompile(`^(Not done: read|element_stale|element_not_found|The outcome is not known)`)

// next follows the conversation from its beginning and says what comes next.
func (s script) next(list []chat.Message) fakemodel.Say {
	at, tried, page, read, fresh, again, looks := 0, 0, "", "", false, 0, 0
	var last chat.Call
	for _, m := range list {
		if len(m.Calls) > 0 {
			last = m.Calls[0]
		}
		if m.Role != chat.RoleTool {
			continue
		}
		switch {
		case last.Name == "done":
			tried++
		case last.Name == "extract":
			page, fresh = m.Text, true
			read += m.Text
			looks++
			for at < len(s.steps) && s.steps[at].until != "" && strings.Contains(page, s.steps[at].until) {
				at++
			}
		case refusedCall.MatchString(m.Text):
			fresh = false
			again++
		default:
			fresh, looks = false, 0
			if at < len(s.steps) && s.steps[at].until == "" {
				at++
			}
		}
	}
	switch {
	case !fresh && again < 8:
		return calls("extract", args{})
	case at < len(s.steps):
		if a, ok := s.steps[at].arguments(page, read); ok {
			return calls(s.steps[at].call, a)
		}
		if looks < 4 { // it may still come; a model takes longer than this to think
			time.Sleep(300 * time.Millisecond)
			return calls("extract", args{})
		}
		return calls("done", args{"outcome": "failed", "summary": "There is no " + s.steps[at].role + " " + s.steps[at].name + "."})
	case tried < len(s.claims):
		return calls("done", args{"outcome": "done", "summary": "It is done.", "evidence": s.claims[tried]})
	}
	return calls("done", args{"outcome": "failed", "summary": "Nothing shows that it is done."})
}

func calls(name string, a args) fakemodel.Say {
	data, _ := json.Marshal(a) // strings and lists of them
	return act(name, string(data))
}

// arguments are those of a step on a page; false where what it is about does not show. A
// value behind ~ is what all that was read has in that place.
func (s step) arguments(page, read string) (args, bool) {
	a := maps.Clone(s.args)
	if a == nil {
		a = args{}
	}
	if v, ok := a["value"].(string); ok && strings.HasPrefix(v, "~") {
		m := regexp.MustCompile(v[1:]).FindStringSubmatch(read)
		if m == nil {
			return nil, false
		}
		a["value"] = m[1]
	}
	if s.role == "" && s.name == "" {
		return a, true
	}
	uid := element(page, s.role, s.name, s.in)
	a["uid"] = uid
	if to, ok := a["to"].(string); ok { // a drag
		a["to"] = args{"uid": element(page, "", to, "")}
	}
	if s.call == "fill_form" {
		return args{"fields": []args{a}}, uid != ""
	}
	return a, uid != ""
}

var listed = regexp.MustCompile(`(?m)^(?:[+~] )?(e\d+) ([^"\n]*)(?:"([^"]*)")?`)

// referred is what stands with its uid in a table or list.
var referred = regexp.MustCompile(`\[([^\[\]]*?) ?(e\d+)\]`)

// element is the uid of the one of that role and name, where several have them that of
// the line that has the other words.
func element(page, role, name, in string) string {
	text, elements, _ := strings.Cut(page, "\n---\n")
	found, skip := in == "", 0
	for line := range strings.Lines(text) {
		found = found || strings.Contains(line, in)
		for _, m := range referred.FindAllStringSubmatch(line, -1) {
			if found && m[1] == name {
				return m[2]
			}
		}
	}
	if in != "" {
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(line, in) {
				break
			}
			if strings.Contains(line, name) {
				skip++
			}
		}
	}
	for _, m := range listed.FindAllStringSubmatch(elements, -1) {
		if m[3] != name || role != "" && strings.TrimSpace(m[2]) != role {
			continue
		}
		if skip == 0 {
			return m[1]
		}
		skip--
	}
	return ""
}
