package tools

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
)

// List are the browser's tools of a tier, each named as its action. With reads they
// are those for reading, and help, which asks the person.
func List(t Tier, reads bool) (list []chat.Tool) {
	each(func(name, says string, rows []string) {
		members, all, ok := t.members(name)
		kind := protocol.Kind(name)
		if !ok || reads && !kind.InReading() && kind != protocol.KindHelp {
			return
		}
		if own := does(name); own != "" && t != Full {
			says = own
		}
		if reads && name == "click" {
			says, members, all = "Opens what is folded, such as details or a button that is collapsed; nothing else can be pressed.", []string{"uid"}, false
		}
		if t == Compact {
			says = sentence(says)
			if name == "type" { // there is no fill_form
				says = "Adds text to what a field holds."
			}
		}
		list = append(list, chat.Tool{Name: name, Description: says, Schema: schema(name, rows, members, all)})
	})
	return list
}

// Schema is the whole schema of an action's arguments, "" where there is none of
// that name.
func Schema(name string) (found string) {
	each(func(n, _ string, rows []string) {
		if n == name {
			found = schema(n, rows, nil, true)
		}
	})
	return found
}

// each walks over the table.
func each(one func(name, says string, rows []string)) {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	for i := 0; i < len(lines); {
		name, says, _ := strings.Cut(lines[i], "\t")
		from := i + 1
		for i = from; i < len(lines) && lines[i][0] == '\t'; i++ {
		}
		one(name, says, lines[from:i])
	}
}

// schema makes the schema of an object with some of the members, or all.
func schema(name string, rows, members []string, all bool) string {
	properties, required := "", ""
	told := func(m string) bool { return all || slices.Contains(members, m) }
	for _, row := range rows {
		f := strings.SplitN(row, "\t", 4) // the first is empty
		if len(f) < 4 || !told(f[1]) {
			continue
		}
		if properties != "" {
			properties += ","
		}
		properties += `"` + f[1] + `":` + described(name, f[1], f[3], all)
		if others, either := strings.CutPrefix(f[2], "|"); f[2] == "!" || either && !slices.ContainsFunc(strings.Split(others, "|"), told) {
			if required != "" {
				required += ","
			}
			required += `"` + f[1] + `"`
		}
	}
	s := `{"type":"object","properties":{` + properties + `}`
	if required != "" {
		s += `,"required":[` + required + `]`
	}
	return s + `}`
}

// described is a member's schema, with our own text where there is one.
func described(tool, member, schema string, all bool) string {
	if tool == "fill_form" && member == "fields" && !all {
		return `{"type":"array","items":{"type":"object","properties":{"uid":{"type":"string"},"value":{"type":"string"}},"required":["uid","value"]}}`
	}
	own := text(tool, member)
	if own == "" || member == "selector" && tool == "extract" || member == "tabId" && strings.HasSuffix(tool, "_tab") {
		return schema
	}
	if i := strings.LastIndex(schema, `,"description":"`); i >= 0 {
		schema = schema[:i]
	} else {
		schema = strings.TrimSuffix(schema, "}")
	}
	return schema + `,"description":"` + own + `"}`
}

// sentence is the first one of a text.
func sentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		return s[:i+1]
	}
	return s
}
