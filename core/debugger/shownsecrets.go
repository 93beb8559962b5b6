package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// What a picture must not show is compared here: a document is told of the texts
// that it shows already, and of no other.

// textsShown returns which of these texts the documents of the engine that is called
// show; bare counts only what no veil hides.
func (r *run) textsShown(hide []string, bare bool) (found []string, err error) {
	if len(hide) == 0 {
		return nil, nil
	}
	shown := &engine.Shown{Bare: bare}
	out, err := r.call(engine.Do(shown))
	for n := 0; n < maxNested && err == nil && r.at == ""; n++ {
		if !r.adopt() {
			break
		}
		out, err = r.call(engine.Do(shown))
	}
	if err != nil {
		return nil, err
	}
	all := shown.Answer(out).Text
	for _, h := range hide {
		if strings.Contains(all, h) {
			found = append(found, h)
		}
	}
	return found, nil
}

// homes are the sessions of the documents that are in a picture, the page's first.
func (r *run) homes() []string {
	list := []string{""}
	for _, c := range r.readable() {
		list = append(list, c.Session)
	}
	return list
}

// refuseShown refuses a picture of a page that has shown one of these texts since they
// were hidden.
func (r *run) refuseShown(hide []string) error {
	if len(hide) == 0 {
		return nil
	}
	for _, session := range r.homes() {
		r := r.in(session)
		found, err := r.textsShown(hide, true)
		if err != nil && session == "" {
			return err
		}
		if len(found) > 0 {
			return protocol.NewError(protocol.CodeInvalidAction, "the page shows a secret while its picture is taken, so there is none; wait until it stands still and take it again, or extract")
		}
	}
	return nil
}
