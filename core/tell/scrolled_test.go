package tell

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// The name of a pane is the page's word, and how far it was scrolled is not.
func TestEffects_scrolled(t *testing.T) {
	tell := New(func() string { return "NONCE" })
	is := is.New(t)
	is.Equal(tell.Effects(&protocol.Effects{Scrolled: "640 px, the end"}), "scrolled 640 px, the end")
	is.Equal(tell.Effects(&protocol.Effects{Scrolled: `640 px, in list "Do this" (e7)`}), "<untrusted NONCE>\nscrolled 640 px, in list \"Do this\" (e7)\n</untrusted NONCE>")
}
