package tell

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

func TestUnlisted(t *testing.T) {
	list := []protocol.Element{{UID: "e0", Role: "textbox", Name: "City"}, {UID: "e1", Role: "button"}}
	for _, row := range []struct{ name, in, want string }{
		{"a label that an element's line repeats goes", "# Form\n\nCity\n\nText", "# Form\n\nText"},
		{"a heading of the same words stays", "# City", "# City"},
		{"a sentence with the name stays", "City of birth", "City of birth"},
		{"blank lines do not pile up", "a\n\n\n\nb", "a\n\nb"},
		{"an element without a name drops nothing", "a\n\nb", "a\n\nb"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(unlisted(row.in, list), row.want)
		})
	}
}
