package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// target is how the engine finds an element, after checking that the uid was
// given in this tab at all.
func (r *run) target(at protocol.Target) (t engine.Target, err error) {
	switch {
	case at.UID != "":
		t.UID, err = at.UID, uid.Check(at.UID, r.base)
	case r.frame != "":
		t.Selector = at.Selector
		_, t.Within, err = r.enter()
	default:
		t.Selector = at.Selector
	}
	t.Base = r.next
	return t, err
}

// aiming is one element that the pointer goes to.
type aiming struct {
	at    protocol.Target
	point *engine.Point
	// as is how it is clicked, where not with the left button, once.
	as *protocol.Click
	// moved: the pointer is where it has to be for the element to show.
	moved bool
	// moves: at some aim the element did not stand still, and was pressed where it would be.
	moves bool
}

// pointer clicks or hovers: the engine finds the point that hits the element,
// the guard is asked about its document, and the browser gets the input. When
// something else moved under the pointer at the last moment the engine keeps
// the click from the page; it is then tried again on an element that stands
// still, or where one that never does will be.
func (r *run) pointer(intent engine.Intent, at protocol.Target, as *protocol.Click) (protocol.Result, error) {
	target, err := r.target(at)
	if err != nil {
		return nil, err
	}
	point := &engine.Point{Target: target, Intent: intent, Count: as.Count, Look: 1}
	clicks := intent == engine.Click && as.Button != protocol.ButtonRight
	point.Sink = clicks && r.guard.Asks()
	point.Keys = clicks && as.Count < 2 && as.Modifier == ""
	aim := &aiming{at: at, point: point, as: as}
	for n := 0; n < 3 || aim.moves && n < maxAims; n++ {
		fx, err := r.press(aim)
		if err != nil {
			return nil, err
		}
		if aim.moved {
			r.acted = false
			point.Look++
			n--
			continue
		}
		if r.lost && !r.navigating() {
			r.acted = false
			return nil, protocol.NewError(protocol.CodeInternal, "the press did not come to the element: the browser may be asking the person something, such as to open another program, or a frame moved there; ask them to look at the tab")
		}
		if !r.missed {
			return r.done(fx)
		}
		r.missed, r.acted = false, false
		point.Steady = true
	}
	if aim.moves {
		return nil, protocol.NewError(protocol.CodeTimeout, "the element keeps moving, and no press met it; wait until the page is calm, or focus it with press_key Tab and press Enter")
	}
	return nil, protocol.NewError(protocol.CodeElementStale, "something else kept coming under the pointer, nothing was pressed; extract again")
}

// maxAims is how often an element that never stands still is aimed at.
const maxAims = 6

// press is one attempt of pointer.
func (r *run) press(aim *aiming) (*protocol.Effects, error) {
	point, as := aim.point, aim.as
	last, first := "click", "mousedown"
	switch {
	case point.Intent == engine.Hover:
		last, first = "mousemove", "mousemove"
	case as.Button == protocol.ButtonRight:
		last = "contextmenu"
	case as.Count == 2:
		last = "dblclick"
	}
	find := engine.Then(point, r.watchOp(last, ""))
	r, out, err := r.reach(aim.at, find)
	if err == nil && r.at != "" {
		if err = r.show(); err == nil {
			// The browser may still look for the frame where it was before it was scrolled,
			// and then nothing gets there.
			out, err = r.call(engine.Before(&engine.Expect{Event: first}, find))
		}
	}
	if err != nil {
		return nil, err
	}
	p := point.Answer(out)
	aim.moves = aim.moves || p.Moves // a page that is drawn late may show it at one place twice
	if err := r.clear(p.URL); err != nil {
		return nil, err
	}
	if p.Key != "" {
		return r.pressByKey(p)
	}
	if p.X == "" || p.Y == "" {
		return nil, errAnswer()
	}
	x, y := string(p.X), string(p.Y)
	if r.at != "" {
		if x, y, err = r.outward(x, y); err != nil {
			return nil, err
		}
	}
	if err := r.pointAllowed(x, y); err != nil {
		return nil, err
	}
	presses := point.Intent == engine.Click && !p.Over
	if presses {
		if err := r.mayPress(p.Sink); err != nil {
			return nil, err
		}
	}
	if err := r.approvePress(p.URL, p.Sink); err != nil {
		return nil, err
	}
	shield, err := r.shield()
	if err != nil {
		return nil, err
	}
	defer func() { r.unshield(shield) }()
	r.acted = true
	waits := []func() ([]byte, error){r.mouse("mouseMoved", x, y, 0, as)}
	if presses && len(shield.list) > 0 { // the page hears the move, and may undo the shield
		if err := r.all(waits); err != nil {
			return nil, err
		}
		if err := r.shielded(shield); err != nil {
			return nil, err
		}
		waits = nil
	}
	if presses {
		for n := 1; n <= max(as.Count, 1); n++ {
			waits = append(waits, r.mouse("mousePressed", x, y, n, as), r.mouse("mouseReleased", x, y, n, as))
		}
	}
	ask, err := r.awaitInput(p.Tells, waits)
	if err != nil {
		return nil, err
	}
	if aim.moved = p.Over; p.Over {
		return nil, nil
	}
	if r.at != "" {
		if came, err := r.is(&engine.Came{}); err == nil && !came {
			r.missed = true
			return nil, nil
		}
	}
	return r.settleEffects(ask), nil
}

// pressByKey presses the element that has the focus, where no press can meet it.
func (r *run) pressByKey(p engine.Pointed) (*protocol.Effects, error) {
	c, err := parseChord(p.Key)
	if err == nil {
		err = r.mayPress(p.Sink)
	}
	if err == nil {
		err = r.approvePress(p.URL, p.Sink)
	}
	if err != nil {
		return nil, err
	}
	ask, err := r.sendChord(c, false)
	if err != nil {
		return nil, err
	}
	return r.settleEffects(ask), nil
}

// is asks the engine a question that yes or no answers.
func (r *run) is(q interface {
	engine.Op
	Answer([]byte) engine.Yes
}) (bool, error) {
	out, err := r.call(engine.Do(q))
	return q.Answer(out).Yes, err
}

// mouse sends one event at a point of the viewport, in CSS pixels as the engine
// wrote them: the nth press or release of the button that as names, or a move,
// where n is 0.
func (r *run) mouse(kind, x, y string, n int, as *protocol.Click) (wait func() ([]byte, error)) {
	name, bits := "left", 1
	if as.Button == protocol.ButtonRight {
		name, bits = "right", 2
	}
	if n == 0 {
		name = "none"
	}
	if kind != "mousePressed" {
		bits = 0
	}
	return r.start("Input.dispatchMouseEvent", new(scan.Object).Str("type", kind).Raw("x", x).Raw("y", y).Str("button", name).Num("buttons", bits).
		Num("clickCount", n).Num("modifiers", bit(string(as.Modifier))).JSON())
}

// all waits for the answers of input that is on its way. Input whose document
// went away has done its work.
func (r *run) all(waits []func() ([]byte, error)) error {
	for _, wait := range waits {
		if _, err := wait(); err != nil && !contextLost(err) {
			return err
		}
	}
	return nil
}

// clear asks the guard about the document that is about to get input. url is
// the document's own word; an error page has the URL that it stands for, and a
// frame without an address of its own is of the one around it.
func (r *run) clear(url string) error {
	if err := r.allowed(); err != nil {
		return err
	}
	if r.at != "" {
		if err := r.touch(r.working()); err != nil {
			return err
		}
	}
	if own := supervisor.SelfURL(url); own != "" {
		return r.mayTouch(own)
	}
	return nil
}
