package deps

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// Each consequence of an act is told somewhere: a field that nobody sets says that nothing
// of the kind has happened.
func TestEffects_set(t *testing.T) {
	var code strings.Builder
	for _, file := range append(goFiles(t, "core/debugger"), goFiles(t, "core/dispatch")...) {
		if !strings.HasSuffix(file, "_test.go") {
			code.WriteString(read(t, file))
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[protocol.Effects]()) {
		if set := regexp.MustCompile(`\b(?:fx|all|then)\.` + f.Name + `\b[^\n=]* = |\bEffects\{[^\n]*\b` + f.Name + `:`); !set.MatchString(code.String()) {
			t.Errorf("nobody sets Effects.%s: set it in core/debugger/settle.go (effects), or where it is known", f.Name)
		}
	}
}
