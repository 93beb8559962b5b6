package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// wire is the schema that the reference is made of.
const wire = "core/protocol/schema/wire.gen.json"

// definition is what the schema says of one thing.
type definition struct {
	Description          string
	Type                 string
	Ref                  string `json:"$ref"`
	Enum                 []any
	Properties           members
	Required             []string
	OneOf                []definition
	Items                *definition
	MinLength, MaxLength *int64
	Minimum, Maximum     *int64
	MaxItems             *int64
}

// members are a definition's properties, in the order of the schema.
type members []property

type property struct {
	name string
	definition
}

// UnmarshalJSON keeps the order.
func (m *members) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		p := property{name: fmt.Sprint(name)}
		if err := d.Decode(&p.definition); err != nil {
			return err
		}
		*m = append(*m, p)
	}
	return nil
}

// reference makes the page of the actions: what each is for, every member
// with its type and limits, and what it answers; then the structures that they
// name.
func (m *maker) reference() (*page, error) {
	text, err := os.ReadFile(filepath.Join(m.Root, filepath.FromSlash(wire)))
	if err != nil {
		return nil, err
	}
	var schema struct {
		Defs map[string]definition `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, fmt.Errorf("%s: %w", wire, err)
	}
	var out strings.Builder
	out.WriteString("# The actions, member by member\n\nWritten from [the wire's schema](" + wire + "). [The actions](docs/guide/actions.md) says what they are for,\n" +
		"[the messages](docs/messages.gen.md#actions) what each needs of a grant.\n")
	var queue []string
	named := map[string]bool{}
	name := func(refs ...string) {
		for _, ref := range refs {
			if ref != "" && !named[ref] {
				named[ref] = true
				queue = append(queue, ref)
			}
		}
	}
	section := func(title string, d definition) {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", title, sentence(d.Description))
		table(&out, d)
		for _, p := range d.Properties {
			name(p.Ref, p.items().Ref)
		}
	}
	answers := map[string]definition{}
	for _, p := range schema.Defs["Results"].Properties {
		answers[p.name] = p.definition
	}
	actions := schema.Defs["Action"].OneOf
	if len(actions) == 0 {
		return nil, fmt.Errorf("%s: Action is no union of actions", wire)
	}
	for _, a := range actions {
		d := schema.Defs[structure(a.Ref)]
		section(kind(d), d)
		answer, there := answers[kind(d)]
		if !there {
			return nil, fmt.Errorf("%s: Results has no answer of %q", wire, kind(d))
		}
		fmt.Fprintf(&out, "\nAnswers %s.\n", answer.form())
		name(answer.Ref)
	}
	for len(queue) > 0 {
		next := structure(queue[0])
		queue = queue[1:]
		section(next, schema.Defs[next])
	}
	p := &page{source: wire, to: reference}
	if err := m.markdown(p, []byte(out.String())); err != nil {
		return nil, err
	}
	p.base = "README.md" // its links are from the root
	return p, nil
}

func structure(ref string) string { return strings.TrimPrefix(ref, "#/$defs/") }

// kind is what an action is called on the wire.
func kind(d definition) string {
	for _, p := range d.Properties {
		if p.name == "type" && len(p.Enum) == 1 {
			return fmt.Sprint(p.Enum[0])
		}
	}
	return ""
}

func (d definition) items() definition {
	if d.Items == nil {
		return definition{}
	}
	return *d.Items
}

func table(out *strings.Builder, d definition) {
	var rows []property
	for _, p := range d.Properties {
		if p.name != "type" {
			rows = append(rows, p)
		}
	}
	if len(rows) == 0 {
		out.WriteString("\nIt has no members.\n")
		return
	}
	out.WriteString("\n| member | type | is |\n|---|---|---|\n")
	for _, p := range rows {
		must := ""
		if slices.Contains(d.Required, p.name) {
			must = ", required"
		}
		fmt.Fprintf(out, "| `%s` | %s%s | %s |\n", p.name, p.form(), must, sentence(p.Description))
	}
	if len(d.OneOf) == 0 {
		return
	}
	var ways []string
	for _, way := range d.OneOf {
		ways = append(ways, "`"+strings.Join(way.Required, "`, `")+"`")
	}
	out.WriteString("\nExactly one of " + strings.Join(ways, " or ") + ".\n")
}

// form is the type with its limits, in words.
func (d definition) form() string {
	switch {
	case d.Ref != "":
		name := structure(d.Ref)
		return "[" + name + "](#" + strings.ToLower(name) + ")"
	case len(d.Enum) > 0:
		var words []string
		for _, w := range d.Enum {
			words = append(words, fmt.Sprintf("`%v`", w))
		}
		return strings.Join(words, " or ")
	case d.Type == "array":
		form := "list of " + d.items().form()
		if d.MaxItems != nil {
			form += fmt.Sprintf(", at most %d", *d.MaxItems)
		}
		return form
	case d.Minimum != nil && d.Maximum != nil:
		return fmt.Sprintf("%s, %d to %d", d.Type, *d.Minimum, *d.Maximum)
	case d.Minimum != nil:
		return fmt.Sprintf("%s, at least %d", d.Type, *d.Minimum)
	case d.MaxLength != nil:
		return fmt.Sprintf("%s, at most %d bytes", d.Type, *d.MaxLength)
	case d.Type == "":
		return "any"
	}
	return d.Type
}

// sentence is a description as a cell of a table takes it.
func sentence(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "\n", " ").Replace(text)
}
