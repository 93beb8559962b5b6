package debugger

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// TestCheckArguments: what a page's schema refuses is said with the member's name, and
// what it does not say is let through.
func TestCheckArguments(t *testing.T) {
	const order = `{"type":"object","required":["item"],"additionalProperties":false,"properties":{
		"item":{"type":"string","enum":["tea","caf\u00e9"]},"n":{"type":"integer"},"at":{"type":["number","null"]},
		"tags":{"type":"array","items":{"type":"string"}},"to":{"type":"object","required":["zip"],"properties":{"zip":{"type":"string"}}},
		"kind":{"const":1}}}`
	for _, row := range []struct{ name, schema, arguments, want string }{
		{"what fits", order, `{"item":"tea","n":2.0,"at":null,"tags":["a"],"to":{"zip":"1","x":1},"kind":1}`, ""},
		{"a text that is written another way", order, `{"item":"café"}`, ""},
		{"a member that is missing", order, `{"n":1}`, `arguments lacks "item", which the tool needs`},
		{"a member that there is not", order, `{"item":"tea","colour":1}`, `arguments.colour is not a member that the tool takes`},
		{"another type", order, `{"item":7}`, `arguments.item must be of the type string, got number`},
		{"a fraction for a whole number", order, `{"item":"tea","n":1.5}`, `arguments.n must be of the type integer, got number`},
		{"one of two types", order, `{"item":"tea","at":"x"}`, `arguments.at must be of the type number or null, got string`},
		{"not among the choices", order, `{"item":"gin"}`, `arguments.item must be one of ["tea","caf`},
		{"not the constant", order, `{"item":"tea","kind":2}`, `arguments.kind must be one of 1`},
		{"in a list", order, `{"item":"tea","tags":["a",true]}`, `arguments.tags[1] must be of the type string, got boolean`},
		{"in an object", order, `{"item":"tea","to":{}}`, `arguments.to lacks "zip", which the tool needs`},
		{"no schema", ``, `{"x":1}`, ""},
		{"an empty schema", `{}`, `{"x":1}`, ""},
		{"a schema that is none", `{"type":5,"properties":7,"required":"x"}`, `{"x":1}`, ""},
		{"a type that there is not", `{"type":"gold"}`, `{}`, ""},
		{"too deep to follow", strings.Repeat(`{"properties":{"a":`, 9) + `{"type":"string"}` + strings.Repeat(`}}`, 9), strings.Repeat(`{"a":`, 9) + `1` + strings.Repeat(`}`, 9), ""},
		{"a name that would end its quotes", `{"required":["a\" b"]}`, `{}`, `arguments lacks "a\" b", which the tool needs`},
	} {
		err := checkArguments([]byte(row.schema), []byte(row.arguments))
		if row.want == "" {
			if err != nil {
				t.Errorf("%s: %v", row.name, err)
			}
			continue
		}
		if protocol.CodeOf(err) != protocol.CodeInvalidAction || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.name, err, row.want)
		}
	}
}
