package vectors_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol/schema"
	"github.com/zapvol/bua/tests/vectors"
)

// beyondSchema are refusals that the tool's schema does not express, and why.
const (
	characters = "a schema counts characters"
	doubles    = "the schema's reader counts in doubles"
	unbounded  = "the bound of 32 bits is in no agent's way, and costs tokens in every action"
	ignored    = "the member is refused as unknown"
)

func beyondSchema(says string) string {
	return map[string]string{
		"the limit counts bytes of UTF-8 rather than characters": characters,
		"a fraction below an integer":                            doubles,
		"a fraction above an integer":                            doubles,
		"one over the largest integer":                           unbounded,
		"what wraps round to 1 in 32 bits":                       unbounded,
		"the largest of 64 bits":                                 unbounded,
		"what wraps round to 1 in 64 bits":                       unbounded,
		"what wraps round to 8384 by its zeros":                  unbounded,
		"an integer of a hundred digits":                         unbounded,
		"32 levels below an action are one too many":             ignored,
	}[says]
}

// The schema is what an agent's client reads, the decoder is what decides.
// Where they part, an agent is told one thing and held to another.
func TestToolSchema_agrees_with_the_decoder(t *testing.T) {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(schema.Tool()), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		t.Fatal(err)
	}
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, v := range all {
		text := v.Input()
		if v.Read {
			text = []byte(v.Want) // what is ignored or spelled otherwise is gone
		}
		var action any
		if v.Door != "action" || !v.Read && beyondSchema(v.Says) != "" || json.Unmarshal(text, &action) != nil {
			continue // not an action, or not JSON: nothing that a schema sees
		}
		if strings.Contains(v.Want, "twice in one object") || strings.Contains(v.Want, "UTF-8") || strings.Contains(v.Want, "is not valid JSON") {
			continue // the schema's reader is laxer
		}
		checked++
		t.Run(v.File+"/"+v.Says, func(t *testing.T) {
			is := is.New(t)
			err := resolved.Validate(map[string]any{"action": action})
			is.Equal(err == nil, v.Read) // schema and decoder
		})
	}
	if checked < 100 {
		t.Fatalf("only %d vectors reached the schema", checked)
	}
}

func TestToolSchema_keeps_to_what_every_client_understands(t *testing.T) {
	is := is.New(t)
	var top map[string]any
	is.NoErr(json.Unmarshal([]byte(schema.Tool()), &top))
	is.Equal(top["type"], "object") // clients refuse a union at the top
	for _, word := range []string{"$ref", "$defs", "const", "pattern", "allOf", "anyOf"} {
		is.True(!strings.Contains(schema.Tool(), `"`+word+`":`)) // a keyword that not every client knows
	}
}
