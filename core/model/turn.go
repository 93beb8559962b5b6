package model

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// turn is a message of a conversation as every wire can write it: users that
// follow one another are one, and so are the results of one answer.
type turn struct {
	role     chat.Role
	text     string
	pictures []chat.Picture
	// calls and opaque are a model's.
	calls  []chat.Call
	opaque []step
	// foreign says that another model gave the answer.
	foreign bool
	// results are in the order of their calls.
	results []result
	// kept is the last turn that stands in the next request as it does now.
	kept bool
}

type result struct {
	id, name, text string
	failed         bool
}

// left stands where a picture cannot.
const left = "[a picture was left out: this model reads text only]"

// inTurns puts a conversation into turns. Fault: model_request when calls and results
// do not belong together, or nobody is to be answered.
func (r *request) inTurns() ([]turn, *chat.Fault) {
	var list []turn
	names := map[string]string{}      // of the calls that wait for results
	order := []string{}               // their ids
	got := map[string]*chat.Message{} // their results
	for i := range r.Messages {
		m := &r.Messages[i]
		if len(order) > 0 && m.Role != chat.RoleTool {
			return nil, broken("a call has no result")
		}
		switch m.Role {
		case chat.RoleUser:
			t := turn{role: m.Role, text: m.Text, pictures: m.Pictures}
			if len(t.pictures) > 0 && r.has[NoPictures] {
				t.pictures, t.text = nil, join(t.text, left)
			}
			if blank(t.text) && len(t.pictures) == 0 {
				t.text = "(no text)" // nobody takes an empty message
			}
			if last := len(list) - 1; last >= 0 && list[last].role == chat.RoleUser {
				list[last].text = join(list[last].text, t.text)
				list[last].pictures = append(list[last].pictures[:len(list[last].pictures):len(list[last].pictures)], t.pictures...)
			} else {
				list = append(list, t)
			}
		case chat.RoleModel:
			if blank(m.Text) && len(m.Calls) == 0 {
				continue // an answer without anything, which no wire takes back
			}
			t := turn{role: m.Role, text: m.Text, foreign: m.Provider != r.owner}
			if !t.foreign {
				t.opaque = readSteps(m)
			}
			for i := range m.Calls {
				c := &m.Calls[i]
				if c.ID == "" || names[c.ID] != "" {
					return nil, broken("two calls have the same id, or one has none")
				}
				names[c.ID] = callable(c.Name)
				order = append(order, c.ID)
				t.calls = append(t.calls, chat.Call{ID: r.id(c.ID), Name: names[c.ID], Arguments: readable(c.Arguments)})
			}
			list = append(list, t)
		case chat.RoleTool:
			if _, twice := got[m.CallID]; twice || names[m.CallID] == "" {
				return nil, broken("a result belongs to no call, or to one that has a result")
			}
			got[m.CallID] = m
			if len(got) < len(order) {
				continue
			}
			t := turn{role: m.Role}
			for _, id := range order {
				t.results = append(t.results, result{r.id(id), names[id], got[id].Text, got[id].Failed})
			}
			list = append(list, t)
			names, order, got = map[string]string{}, nil, map[string]*chat.Message{}
		default:
			return nil, broken("a message has no role")
		}
		if i == r.Stable-1 && len(list) > 0 && len(order) == 0 {
			list[len(list)-1].kept = true
		}
	}
	switch {
	case len(order) > 0:
		return nil, broken("a call has no result")
	case len(list) == 0 || list[len(list)-1].role == chat.RoleModel:
		return nil, broken("the last message is not the user's, nor a result")
	case list[0].role != chat.RoleUser:
		return nil, broken("the first message is not the user's")
	}
	return list, nil
}

func broken(what string) *chat.Fault {
	return &chat.Fault{Code: chat.CodeRequest, Text: "The conversation cannot be sent to a model: " + what + ". This is a fault of bua; report it with the run's export."}
}

// join puts a text behind another.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// callable is the name of a call as every wire takes it back, also one that the model
// has made up.
func callable(name string) string {
	out := make([]byte, 0, len(name))
	for _, c := range name {
		switch {
		case '0' <= c && c <= '9' || c == '-':
			if len(out) == 0 {
				continue
			}
		case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		default:
			c = '_'
		}
		out = append(out, byte(c))
	}
	if len(out) == 0 {
		return "unnamed"
	}
	return string(out[:min(len(out), 64)])
}

// readable is the arguments of a call as every wire takes them: what is no JSON object
// is put into one.
func readable(arguments string) string {
	if isObject(arguments) {
		return arguments
	}
	if blank(arguments) {
		return "{}"
	}
	return string(form(`{"unreadable":$}`, arguments))
}

func isObject(s string) bool {
	v, ok := parse([]byte(s))
	return ok && v.is('{')
}

// id is a call's id as the wire takes it: the same one for the same call each time.
func (r *request) id(id string) string {
	most := 40
	if r.has[ShortIDs] {
		most = 9
	}
	plain := strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
	if r.has[ShortIDs] && plain && len(id) == most {
		return id
	}
	if !r.has[ShortIDs] && len(id) <= most && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		return id
	}
	return mark(id, 9)
}
