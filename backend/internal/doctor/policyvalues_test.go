package doctor

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/matryer/is"
)

// TestManaged_AgreesWithTheSchema: each key of managed.json is looked at, as what the browser
// takes it for; one of these alone would be dropped unseen, or told to be wrong.
func TestManaged_AgreesWithTheSchema(t *testing.T) {
	is := is.New(t)
	text, err := os.ReadFile("../../../managed.json")
	is.NoErr(err)
	var schema struct {
		Properties map[string]struct {
			Type string
			Enum []string
		}
	}
	is.NoErr(json.Unmarshal(text, &schema))
	is.Equal(len(managed), len(schema.Properties))
	for key, p := range schema.Properties {
		is.Equal(managed[key].kind, map[string]kind{"integer": number, "string": word, "array": words}[p.Type]) // key
		if p.Enum != nil {
			is.Equal(managed[key].of, p.Enum) // key
		}
	}
}
