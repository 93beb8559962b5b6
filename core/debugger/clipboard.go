package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// pressClipboard presses a chord that copies, cuts or pastes. The browser would do that
// with the person's clipboard, which no page may get from the agent's keys, and
// which the agent does not overwrite. So the key does nothing by itself, and
// the engine then does it with the agent's own clipboard: a text that the core
// keeps as long as it lives. A page that has a clipboard of its own gets the key
// before anything was copied, too.
func pressClipboard(r *run, c chord, use string) (protocol.Result, error) {
	r.d.mu.Lock()
	held := r.d.clipboard
	r.d.mu.Unlock()
	at, err := r.keyTarget()
	if err != nil {
		return nil, err
	}
	if _, err := r.callIn(at, engine.Do(&engine.Chord{})); err != nil {
		return nil, err
	}
	ask, err := r.sendChord(c, false)
	if err != nil {
		return nil, err
	}
	if at, err = r.keyTarget(); err != nil { // the page may have moved it
		return nil, err
	}
	if use == "paste" {
		drop := &engine.Drop{Text: held}
		out, err := r.callIn(at, engine.Do(drop))
		if err == nil && drop.Answer(out).Own {
			_, err = r.startIn(at, "Input.insertText", new(scan.Object).Str("text", held).JSON())()
		}
		if err != nil {
			return nil, err
		}
		return r.done(r.settleEffects(ask))
	}
	copied := &engine.Copy{Cut: use == "cut"}
	out, err := r.callIn(at, engine.Do(copied))
	if err != nil {
		return nil, err
	}
	if s := copied.Answer(out).Text; len(s) > protocol.MaxText {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "what is selected is too long to be copied; select less of it")
	} else if s != "" {
		r.d.mu.Lock()
		r.d.clipboard = s
		r.d.mu.Unlock()
	}
	return r.done(r.settleEffects(ask))
}
