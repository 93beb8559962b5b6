package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/gen"
)

const engineRoom = "core/internal/engine"

// One struct is a new operation on both sides of the engine's door.
func TestCheck_a_new_operation_of_the_engine(t *testing.T) {
	is := is.New(t)
	dir := copied(t)
	run(t, dir)
	changeIn(t, dir, engineRoom, "typing.go", "// Held reads a field back.", `// Measure tells how large an element is.
//
//bua:op measure answers=Box
type Measure struct {
	Target
	// Outer counts the border.
	Outer bool `+"`json:\"outer,omitempty\"`"+`
}

// Box is how large it is.
type Box struct {
	Located
	Width Decimal `+"`json:\"width\"`"+`
}

// Held reads a field back.`)
	err := gen.Check(dir)
	is.True(err != nil)
	for _, file := range []string{"engine_gen.go", "engine.gen.ts", "engine.gen.md"} {
		is.True(strings.Contains(err.Error(), file))
	}
	run(t, dir)
	for file, want := range map[string]string{
		engineRoom + "/engine_gen.go": `func (*Measure) Answer(ok []byte) (a Box) {`,
		"page/common/engine.gen.ts":   "measure: { args: Measure; answer: Box };",
		"docs/engine.gen.md":          "| `measure` | Tells how large an element is. |",
	} {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		is.NoErr(err)
		is.True(strings.Contains(string(text), want)) // what follows from the new operation
	}
}

func TestRun_refuses_an_operation_that_it_cannot_spell(t *testing.T) {
	for _, row := range []struct{ name, old, new, want string }{
		{"no operation's name", "//bua:op held answers=FieldValue", "//bua:op", "a //bua:op line has one name"},
		{"an unknown word", "//bua:op held answers=FieldValue", "//bua:op held answer=FieldValue", `unknown word "answer=FieldValue"`},
		{"a name twice", "//bua:op held ", "//bua:op shut ", "two operations shut"},
		{"an answer that is no type", "answers=FieldValue", "answers=FieldValu", "no type engine.FieldValu"},
		{"an answer without the document's address", "type FieldValue struct {\n\tLocated\n", "type FieldValue struct {\n", "FieldValue: an answer embeds Located"},
		{"an argument that is a struct", "type Held struct{ Target }", "type Held struct{\n\tOf Target `json:\"of\"`\n}", "Held.Of: an argument is"},
		{"a field without a name in JSON", "\tText string `json:\"text\"`\n\t// All puts", "\tText string\n\t// All puts", ".Text: it has no name"},
		{"no comment", "// Held reads a field back.\n//\n", "", "Held needs a comment"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir := copied(t)
			changeIn(t, dir, engineRoom, "typing.go", row.old, row.new)
			_, err := gen.Run(t.Context(), dir)
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), row.want)) // the message names the place
		})
	}
}
