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

// TestChanged: what an act has changed is told in few words, and never that nothing
// has where something did.
func TestChanged(t *testing.T) {
	changed := &protocol.Changes{Changed: []string{"e1"}}
	field := []protocol.Element{{UID: "e1", Role: "textbox", Name: "Name", Value: "x"}}
	for _, row := range []struct {
		name, want string
		r          protocol.ExtractResult
	}{
		{"nothing", "no text and no element changed", protocol.ExtractResult{URL: "https://a.b/", Title: "A", Snapshot: "s2", Changes: &protocol.Changes{}, Truncated: "markdown and text are unchanged since s1 and left out"}},
		{"lines and a field", "<untrusted NONCE>\n+ Saved\n~ e1 textbox \"Name\" = \"x\"\n</untrusted NONCE>", protocol.ExtractResult{Markdown: "+ Saved", Elements: field, Changes: changed, Snapshot: "s2", Truncated: "markdown has only the lines that came (+) and went (-) since s1; text is left out"}},
		{"what went", "<untrusted NONCE>\n- e4 e5\n</untrusted NONCE>", protocol.ExtractResult{Changes: &protocol.Changes{Removed: []string{"e4", "e5"}}}},
		{"many that went", "<untrusted NONCE>\n- e4 e6-e9 e2 e3\n</untrusted NONCE>", protocol.ExtractResult{Changes: &protocol.Changes{Removed: []string{"e4", "e6", "e7", "e8", "e9", "e2", "e3"}}}},
		{"more than there is room for", "more has changed: extract for the rest\n<untrusted NONCE>\n+ Saved\n</untrusted NONCE>", protocol.ExtractResult{Markdown: "+ Saved", Changes: changed, Truncated: "markdown has only the lines that came (+) and went (-) since s1; text is left out; more has changed than maxTokens has room for"}},
		{"beside the content", "something has changed in navigation, a footer or an overlay", protocol.ExtractResult{Changes: &protocol.Changes{}, Truncated: "markdown is unchanged since s1; what changed stands in navigation, a footer or an overlay: read that with selector"}},
		{"nothing to compare with", "<untrusted NONCE>\nhttps://a.b/ \"A\"\nHello\n</untrusted NONCE>", protocol.ExtractResult{URL: "https://a.b/", Title: "A", Snapshot: "s1", Markdown: "Hello"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(New(func() string { return "NONCE" }).Changed(row.r), row.want)
		})
	}
}

// TestLinks: a link says where it leads as the Markdown does, and not twice.
func TestLinks(t *testing.T) {
	const page = "https://a.b/c?d#e"
	for _, row := range []struct{ name, href, markdown, want string }{
		{"within the site", "https://a.b/x/", "", " -> /x/"},
		{"another site", "https://a.b.c/x/", "", " -> https://a.b.c/x/"},
		{"another scheme", "http://a.b/x/", "", " -> http://a.b/x/"},
		{"a part of the page", "https://a.b/c?d#f", "", " -> /c?d#f"},
		{"nothing but a script", "https://a.b/c?d#", "", ""},
		{"the top of another page", "https://a.b/c#", "", " -> /c#"},
		{"said by the Markdown", "https://a.b/x/", "see [it](/x/)", ""},
		{"said of another one", "https://a.b/x", "see [it](/x/)", " -> /x"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			e := protocol.Element{UID: "e1", Role: "link", Name: "L", Href: row.href}
			is.Equal(element(e, protocol.ExtractResult{URL: page, Markdown: row.markdown}), `e1 link "L"`+row.want)
		})
	}
}
