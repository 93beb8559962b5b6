package vectors_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/protocol/schema"
	"github.com/zapvol/bua/tests/vectors"
)

// The schema is what an agent's client reads, the decoder is what decides.
// What the decoder takes the schema must not forbid; that the schema says no
// more than the members' types, and the lines in it the rest, is for the
// clients that know no unions.
func TestToolSchema_allows_what_the_decoder_takes(t *testing.T) {
	whole, common := resolve(t, schema.Tool()), resolve(t, schema.Common())
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, v := range all {
		var action any
		if v.Door != "action" || !v.Read || json.Unmarshal([]byte(v.Want), &action) != nil {
			continue // Want: what is ignored or spelled otherwise is gone
		}
		if _, err := protocol.DecodeFromAgent([]byte(v.Want)); err != nil {
			t.Errorf("%s/%s: what was read is refused from an agent: %v", v.File, v.Says, err)
		}
		if a, err := protocol.DecodeAction([]byte(v.Want)); err != nil || protocol.FromAgent(a) != nil {
			continue // between backend and extension
		}
		checked++
		t.Run(v.File+"/"+v.Says, func(t *testing.T) {
			is := is.New(t)
			is.NoErr(whole.Validate(map[string]any{"action": action}))
			is.NoErr(common.Validate(map[string]any{"action": action})) // what it does not explain, too
		})
	}
	if checked < 60 {
		t.Fatalf("only %d vectors reached the schema", checked)
	}
}

// samples has a value of a member, by the action's kind and by its name alone, as the
// vectors have it.
func samples(t *testing.T) map[string]string {
	t.Helper()
	all, err := vectors.Load(".")
	is.New(t).NoErr(err)
	out := map[string]string{}
	for _, v := range all {
		a, err := protocol.DecodeFromAgent([]byte(v.Want))
		if v.Door != "action" || !v.Read || err != nil || protocol.FromAgent(a) != nil {
			continue
		}
		var members map[string]json.RawMessage
		is.New(t).NoErr(json.Unmarshal([]byte(v.Want), &members))
		for name, value := range members {
			out[string(a.Kind())+" "+name], out[name] = string(value), string(value)
		}
	}
	return out
}

// TestToolSchema_lines: each action takes exactly the members in its line, and
// needs those without a question mark.
func TestToolSchema_lines(t *testing.T) {
	resolved := resolve(t, schema.Tool())
	is := is.New(t)
	what, members := told(t, schema.Tool())
	lines := strings.Split(what, "\n")[1:]
	is.Equal(len(lines), len(protocol.Kinds()))
	has := samples(t)
	for _, m := range members {
		if has[m] == "" {
			t.Fatalf("no vector has the member %s: add it to a pair of its action in tests/vectors", m)
		}
	}
	for i, kind := range protocol.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			head, says, _ := strings.Cut(lines[i], ": ")
			name, rest, _ := strings.Cut(head, " ")
			is := is.New(t)
			is.Equal(name, string(kind))
			is.True(says != "")
			try := func(names ...string) error {
				text := `{"type":"` + name + `"`
				for _, n := range names {
					text += `,"` + n + `":` + cmp.Or(has[name+" "+n], has[n])
				}
				a, err := protocol.DecodeFromAgent([]byte(text + "}"))
				if err == nil {
					err = protocol.FromAgent(a)
				}
				var action any
				if err == nil && json.Unmarshal([]byte(text+"}"), &action) == nil {
					is.NoErr(resolved.Validate(map[string]any{"action": action}))
				}
				return err
			}
			var needs, takes []string
			for m := range strings.SplitSeq(rest, ", ") {
				m, optional := strings.CutSuffix(m, "?")
				of := strings.Split(m, "|")
				takes = append(takes, of...)
				if !optional && m != "" {
					needs = append(needs, of[0])
				}
			}
			is.NoErr(try(needs...)) // what it needs is enough
			for i := range needs {
				is.True(try(slices.Delete(slices.Clone(needs), i, i+1)...) != nil) // and all of it is needed
			}
			for _, m := range members {
				if slices.Contains(needs, m) {
					continue
				}
				err := try(append(slices.Clone(needs), m)...)
				strange := err != nil && strings.Contains(err.Error(), "does not belong here")
				is.Equal(strange, !slices.Contains(takes, m)) // the members of the line and no others
			}
		})
	}
}

// TestCommonSchema_lines: the lines are those of the whole schema, but for the tab,
// which the first line speaks of.
func TestCommonSchema_lines(t *testing.T) {
	is := is.New(t)
	what, members := told(t, schema.Common())
	whole, all := told(t, schema.Tool())
	is.Equal(members, all)
	lines := strings.Split(what, "\n")
	_, last, ok := strings.Cut(lines[len(lines)-1], ": ")
	is.True(ok)
	got := map[string]string{}
	for _, line := range append(lines[1:len(lines)-1], strings.Split(last, "; ")...) {
		head, _, _ := strings.Cut(line, ": ")
		name, takes, _ := strings.Cut(head, " ")
		got[name] = takes
	}
	is.Equal(len(got), len(protocol.Kinds()))
	for _, line := range strings.Split(whole, "\n")[1:] {
		head, _, _ := strings.Cut(line, ": ")
		name, takes, _ := strings.Cut(head, " ")
		is.Equal(strings.Contains(takes, "tabId"), name != "get_tabs" && name != "open_tab") // as the first line says
		if name != "downloads" {
			takes = strings.TrimSuffix(strings.TrimSuffix(takes, "tabId?"), ", ")
		}
		is.Equal(got[name], takes)
	}
	is.True(strings.Contains(lines[0], "tabId (not get_tabs, open_tab)"))
}

// told is what a schema says of the types, and the names of all members.
func told(t *testing.T, text string) (what string, members []string) {
	t.Helper()
	var top struct {
		Properties struct {
			Action struct {
				Properties map[string]struct{ Description string }
			}
		}
	}
	is.New(t).NoErr(json.Unmarshal([]byte(text), &top))
	p := top.Properties.Action.Properties
	what = p["type"].Description
	delete(p, "type")
	return what, slices.Sorted(maps.Keys(p))
}

func resolve(t *testing.T, text string) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

func TestToolSchema_keeps_to_what_every_client_understands(t *testing.T) {
	is := is.New(t)
	for _, text := range []string{schema.Tool(), schema.Common()} {
		var top map[string]any
		is.NoErr(json.Unmarshal([]byte(text), &top))
		is.Equal(top["type"], "object") // clients refuse a union at the top
		for _, word := range []string{"$ref", "$defs", "const", "pattern", "allOf", "anyOf", "oneOf", "not"} {
			is.True(!strings.Contains(text, `"`+word+`":`)) // a keyword that not every client knows
		}
	}
}
