package page_test

import (
	"strings"
	"testing"
)

// What stands in a picture is told, folded, so that the core finds a secret in it: also
// what no node of the document holds.
func TestShown(t *testing.T) {
	for _, row := range []struct{ name, page string }{
		{"a text", `<p>Kept Word`},
		{"a text in pieces", `<p>Kept <b>Wo</b>rd`},
		{"a field", `<input value="Kept Word">`},
		{"a field that was written into", `<input id=f><script>f.value="Kept Word"</script>`},
		{"a large field that was written into", `<textarea id=f>before</textarea><script>f.value="Kept Word"</script>`},
		{"a field that is empty", `<input placeholder="Kept Word">`},
		{"a picture that is not there", `<img alt="Kept Word">`},
		{"what a style sheet adds", `<p data-x="Kept Word"></p><style>p::before{content:attr(data-x)}</style>`},
		{"an address", `<p>/login?p=Kept%57ord`},
	} {
		t.Run(row.name, func(t *testing.T) {
			if said := html(t, row.page).do("shown", nil).Text; !strings.Contains(said, "keptword") {
				t.Errorf("it is not in %q", said)
			}
		})
	}
}
