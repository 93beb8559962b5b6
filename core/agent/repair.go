package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// object is the JSON object that a model has written for arguments: as it is,
// encoded twice, or with words or a fence around it.
func object(text string) ([]byte, bool) {
	for range 3 {
		text = strings.TrimSpace(text)
		if text == "" || text == "null" {
			return []byte("{}"), true
		}
		fault, _ := scan.Check([]byte(text), 32)
		if fault == scan.Fine && text[0] == '"' {
			text = string(scan.Unquote([]byte(text)))
			continue
		}
		if fault == scan.Fine {
			return []byte(text), text[0] == '{'
		}
		from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
		if from < 0 || to < from {
			return nil, false
		}
		text = text[from : to+1]
	}
	return nil, false
}

// damaged stands for arguments that cannot be read: servers take objects only.
const damaged = `{"damaged":true}`

// member is one of an object, its value as it stands.
type member struct{ name, value string }

// members are those of an object that was checked.
func members(data []byte) (list []member) {
	c := scan.Cursor{Data: data}
	if !c.Eat('{') {
		return nil
	}
	for {
		name, more := c.Member()
		if !more {
			return list
		}
		list = append(list, member{string(name), string(c.Skip())})
	}
}

// naming reports whether a member's name is one under which models put the name of
// a tool, or around arguments.
func naming(name string) bool { return name == "name" || name == "tool" || name == "type" }

func wrapping(name string) bool {
	switch name {
	case "arguments", "input", "parameters", "args", "action":
		return true
	}
	return false
}

// unwrap finds the call in an object that a model has written around one: the tool's
// name among the members, its arguments beside that or in a member of their own.
func (m *machine) unwrap(name string, data []byte) (string, []byte) {
	for range 3 {
		list := members(data)
		inner, rest := "", ""
		for _, x := range list {
			known, named := m.takes(name, x.name), ""
			if naming(x.name) && len(x.value) > 1 && x.value[0] == '"' {
				named = string(scan.Unquote([]byte(x.value)))
			}
			switch {
			case !known && named != "" && (m.tool(name) && named == name || !m.tool(name) && m.tool(named)):
				name = named
			case !known && wrapping(x.name) && inner == "" && rest == "":
				inner = x.value
			default:
				rest += "," + string(scan.AppendQuote(nil, x.name)) + ":" + x.value
			}
		}
		switch {
		case inner != "" && rest == "":
			next, ok := object(inner)
			if !ok {
				return name, data
			}
			data = next
		case inner != "":
			return name, data
		default:
			return name, []byte("{" + strings.TrimPrefix(rest, ",") + "}")
		}
	}
	return name, data
}

// takes reports whether a tool has an argument of a name.
func (m *machine) takes(tool, name string) bool {
	s := m.schema(tool)
	stray, _ := tools.Stray(s, []byte("{"+string(scan.AppendQuote(nil, name))+":0}"))
	return s != "" && stray == ""
}

// written are the calls in a text, when the model has written them instead of calling.
// What a page has said is no call, though the model says it again.
func (m *machine) written(text string) (list []chat.Call) {
	parts := objects(text)
	if data, fine := object(text); len(parts) < 2 && fine && strings.Contains(text, "{") {
		parts = []string{string(data)}
	}
	for _, part := range parts {
		data, fine := object(part)
		if !fine || m.read(words(string(data))) {
			continue
		}
		if name, args := m.unwrap("", data); m.tool(name) {
			list = append(list, chat.Call{Name: name, Arguments: string(args)})
		}
	}
	return list
}

// objects are the JSON objects in a text, one after another.
func objects(text string) (list []string) {
	for from := strings.IndexByte(text, '{'); from >= 0; from = strings.IndexByte(text, '{') {
		depth, quoted, end := 0, false, 0
		for i := from; i < len(text) && end == 0; i++ {
			switch c := text[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case !quoted && c == '{':
				depth++
			case !quoted && c == '}':
				if depth--; depth == 0 {
					end = i + 1
				}
			}
		}
		if end == 0 {
			return list
		}
		list = append(list, text[from:end])
		text = text[end:]
	}
	return list
}

// repair mends an answer so that every server takes it back: calls that stand in
// the text, arguments that are no object, ids that are missing or given twice.
func (m *machine) repair(msg *chat.Message) {
	if len(msg.Calls) == 0 {
		if list := m.written(msg.Text); len(list) > 0 {
			msg.Text, msg.Calls = "", list
		}
	}
	used := map[string]bool{}
	for i := range m.messages {
		for _, c := range m.messages[i].Calls {
			used[c.ID] = true
		}
	}
	calls := append([]chat.Call(nil), msg.Calls...)
	for i := range calls {
		if data, ok := object(calls[i].Arguments); ok {
			name, data := m.unwrap(calls[i].Name, data)
			calls[i].Name, calls[i].Arguments = name, string(data)
		} else {
			calls[i].Arguments = damaged
		}
		for n := 0; calls[i].ID == "" || used[calls[i].ID]; n++ {
			calls[i].ID = "call_" + strconv.Itoa(m.Used.Steps) + "_" + strconv.Itoa(i+n)
		}
		used[calls[i].ID] = true
	}
	msg.Calls = calls
}

// tool reports whether there is a tool of a name.
func (m *machine) tool(name string) bool { return ownSchema(name) != "" || m.known(name) }

// bounded writes the seconds that stand beside another thing to wait for as its bound:
// models mean them so.
func bounded(kind protocol.Kind, args []byte) []byte {
	list := members(args)
	if kind != protocol.KindWaitFor || len(list) < 2 {
		return args
	}
	for i, x := range list {
		if n, err := strconv.Atoi(x.value); x.name == "seconds" && err == nil && n > 0 {
			list[i] = member{"timeoutMs", strconv.Itoa(min(n, 60) * 1000)}
			return join(list)
		}
	}
	return args
}
