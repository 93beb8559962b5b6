package tell

import (
	"testing"

	"github.com/matryer/is"
)

// TestFollow: what was read stands behind what was done, and nothing twice. No marker of
// one page's text ends in another's.
func TestFollow(t *testing.T) {
	const went = "ok\n<untrusted 111111>\nnavigated https://a.b/ \"A\"\n</untrusted 111111>"
	for _, row := range []struct{ name, said, reading, want string }{
		{"another page", went, "<untrusted 222222>\nhttps://a.b/ \"A\"\n# A\n</untrusted 222222>", "ok\n<untrusted 111111>\nnavigated https://a.b/ \"A\"\n# A\n</untrusted 111111>"},
		{"a page that is titled otherwise by now", went, "<untrusted 222222>\nhttps://a.b/ \"B\"\n# A\n</untrusted 222222>", "ok\n<untrusted 111111>\nnavigated https://a.b/ \"A\"\nhttps://a.b/ \"B\"\n# A\n</untrusted 111111>"},
		{"our words between", went, "obstacle\n<untrusted 222222>\nhttps://a.b/ \"A\"\n# A\n</untrusted 222222>", went + "\nobstacle\n<untrusted 222222>\n# A\n</untrusted 222222>"},
		{"our words behind", "ok\n<untrusted 111111>\nfocus e1\n</untrusted 111111>\nthe page changed", "<untrusted 222222>\n+ B\n</untrusted 222222>", "ok\n<untrusted 111111>\nfocus e1\n</untrusted 111111>\nthe page changed\n<untrusted 222222>\n+ B\n</untrusted 222222>"},
		{"our words at the end", went, "<untrusted 222222>\n+ B\n</untrusted 222222>\nnot settled", "ok\n<untrusted 111111>\nnavigated https://a.b/ \"A\"\n+ B\n</untrusted 111111>\nnot settled"},
		{"a text that has the nonce", went, "<untrusted 222222>\n+ 111111\n</untrusted 222222>", went + "\n<untrusted 222222>\n+ 111111\n</untrusted 222222>"},
		{"nothing of the page", "ok", "no text and no element changed", "ok\nno text and no element changed"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is.New(t).Equal(Follow(row.said, row.reading), row.want)
		})
	}
}
