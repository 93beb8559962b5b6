package debugger

import (
	"slices"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// Keys go to the frame that has the focus when they come to the browser, and
// not to the one that an action means. In a tab with a refused frame it is
// looked up before each of them.

// How often, and after which pause, it is looked whether the focus has arrived.
const (
	focusLooks = 10
	focusPause = 30 * time.Millisecond
)

// maxFocus bounds the way from the main frame to the one with the focus.
const maxFocus = 50

// keyTarget finds the frame that keys go to and asks the guard about it. to is the
// child that holds it, "" the tab: see sendChord.
func (r *run) keyTarget() (to string, err error) {
	to, frame, err := r.focused()
	if err != nil {
		return "", err
	}
	r.d.mu.Lock()
	main := frame == r.t.Main.Frame
	r.d.mu.Unlock()
	if main {
		return to, nil // the guard has been asked about the page
	}
	return to, r.touch(frame)
}

// focused finds the innermost frame that has the focus, and the child whose
// engine reads it. On the way to it the engine of each document names the
// element with the focus, and the browser says which frame or closed shadow
// root that holds: a page can hide neither, nor give another one the name.
func (r *run) focused() (at, frame string, err error) {
	r.d.mu.Lock()
	frame = r.t.Main.Frame
	r.d.mu.Unlock()
	r = r.in("") // it goes inward from frame to frame
	defer r.in("").release()
	for holder, steps := "", 0; steps < maxFocus; steps++ {
		el, readable, err := r.keyed(holder)
		switch {
		case err != nil:
			return "", "", err
		case !readable && r.holdsFrames(frame):
			return "", "", errUnknownFocus()
		case el == "":
			return r.at, frame, nil
		}
		out, err := r.sendTo(r.at, "DOM.describeNode", new(scan.Object).Str("objectId", el).Num("depth", 0).JSON())
		if err != nil {
			return "", "", err
		}
		m := scan.Members(scan.Path(out, "node"), "frameId", "shadowRoots")
		inner := scan.String(m[0])
		if inner == "" {
			if opened, err := r.adoptRoot(el, scan.Nth(m[1], 0)); err != nil || !opened {
				return r.at, frame, err
			}
			continue
		}
		r.d.mu.Lock()
		session, root := r.t.Frames.Process(inner)
		r.d.mu.Unlock()
		if root == "" {
			return "", "", errUnknownFocus()
		}
		frame, holder = inner, ""
		switch key, itself := r.localAround(inner); {
		case root == inner:
			r = r.in(session)
		case itself:
			r = r.in(key)
		default:
			holder = el
		}
	}
	return "", "", errUnknownFocus()
}

// keyed asks the engine for the element with the focus behind which a frame may
// be, in its own document or in that of the frame which holder holds; "" is
// none. readable says that the engine can look there.
func (r *run) keyed(holder string) (el string, readable bool, err error) {
	if holder == "" {
		// Mostly there is none, and one answer is enough.
		if holds, err := r.is(&engine.Aim{}); err != nil || !holds {
			return "", true, err
		}
		el, err = r.object(engine.AskKeyed())
		return el, true, err
	}
	out, err := r.on(r.at, holder, engine.CallKeyedIn)
	m := scan.Members(scan.Path(out, "result"), "type", "objectId")
	return scan.String(m[1]), scan.String(m[0]) == "object", err
}

// holdsFrames reports whether there are frames inside a frame.
func (r *run) holdsFrames(frame string) bool {
	r.awaitFrames()
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return slices.ContainsFunc(r.t.Frames.All(), func(f supervisor.Frame) bool { return f.ID != frame && r.t.Frames.Within(f.ID, frame) })
}

func errUnknownFocus() error {
	return protocol.NewError(protocol.CodeDomainBlocked, "the focus is in a frame of which the browser does not tell whose it is, and this page has one of a domain on the blocklist; click the field that you mean first")
}

// sendChord sends the events of a chord. In a tab with a refused frame each waits
// until it is known where the focus is, and goes to the process of that frame
// itself: one of another process then cannot get it any more. The release of a
// key that has brought the focus into a refused frame goes nowhere, and neither
// does that of a Tab which may be about to.
func (r *run) sendChord(c chord, tells bool) (ask question, err error) {
	if len(r.refused()) == 0 {
		r.acted = true
		var waits []func() ([]byte, error)
		for _, params := range c.events() {
			waits = append(waits, r.start("Input.dispatchKeyEvent", params))
		}
		return r.awaitInput(tells && c.key.name != " ", waits)
	}
	events := c.events()
	for n, params := range events {
		released := n > len(c.modifiers)
		if released && c.key.name == "Tab" {
			r.awaitFocus()
			if at, err := r.keyTarget(); err != nil || at == "" && r.focusMoving() {
				break
			}
		}
		to, err := r.holdKeyTarget()
		if released && err != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		r.acted = true
		if _, err := r.sendTo(to, "Input.dispatchKeyEvent", params); err != nil && !contextLost(err) {
			return nil, err
		}
	}
	return r.settled, nil
}

// awaitFocus waits until the focus has got to where a Tab sends it: into a frame of
// another process that takes a moment, and the next key must not come first.
func (r *run) awaitFocus() {
	for range focusLooks {
		if !r.focusMoving() {
			return
		}
		r.await(focusPause, func() bool { return false })
	}
}

// focusMoving reports whether the focus is, or may be, on its way into a frame.
func (r *run) focusMoving() bool {
	ask := &engine.Nowhere{}
	out, err := r.callIn("", engine.Do(ask))
	return err != nil || ask.Answer(out).Yes
}

// holdKeyTarget is keyTarget, after which no script of the page runs until the next key is
// there, or a short time has passed.
func (r *run) holdKeyTarget() (to string, err error) {
	for range 3 {
		if to, err = r.keyTarget(); err != nil {
			return "", err
		}
		hold := &engine.Hold{}
		out, err := r.callIn(to, engine.Do(hold))
		if err != nil || hold.Answer(out).Yes {
			return to, err
		}
	}
	return "", protocol.NewError(protocol.CodeDomainBlocked, "the page keeps moving the focus, and holds a frame of a domain on the blocklist, which keys must not come to; click the field that you mean, or wait_for the page to be done")
}

// callIn is call in the engine of a child, "" of the main frame.
func (r *run) callIn(at, expression string) ([]byte, error) {
	return r.in(at).call(expression)
}
