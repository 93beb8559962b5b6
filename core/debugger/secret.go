package debugger

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// fillIn puts a secret into the field that has the focus, whose document is
// at url. It goes to a process only when the address that the browser committed
// there, and the document's own, are of an origin that it is stored for; the
// engine looks again in the same turn in which it fills it in, so that nothing
// can come in between, decides whether it is a field for a secret, and gives the value of that field to nobody afterwards.
func (r *run) fillIn(w *fieldWanted, url string) error {
	if !goes(w.origins, url) || !goes(w.origins, r.committed()) {
		return protocol.NewError(protocol.CodeInvalidAction,
			"secret: it is not stored for the site of this field, so it was not typed; go to the site that it belongs to, or ask the person to add this one with bua secret set")
	}
	target, err := r.target(w.at)
	if err != nil {
		return err
	}
	r.acted = true
	_, err = r.call(engine.Do(&engine.Fill{Target: target, Text: w.value, Origins: w.origins, Any: w.anyField}))
	return err
}

// committed is where the browser says that the document of the frame is, in
// which the engine is called.
func (r *run) committed() string {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.at == "" {
		return r.t.URL
	}
	for _, c := range r.t.Children {
		if c.Session == r.at {
			return c.URL
		}
	}
	return ""
}

// goes reports whether an address is of one of the origins.
func goes(origins []string, url string) bool {
	scheme, rest, ok := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return ok && slices.Contains(origins, scheme+"://"+rest)
}
