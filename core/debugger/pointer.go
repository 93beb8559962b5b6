package debugger

import (
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// target writes the engine's arguments that address an element, after
// checking that the uid was given in this tab at all.
func (r *run) target(o *object, at protocol.Target) (*object, error) {
	if at.UID == "" {
		o = o.str("selector", at.Selector)
		if r.frame == "" {
			return o, nil
		}
		return r.enter(o)
	}
	if err := uid.Check(at.UID, r.base); err != nil {
		return nil, err
	}
	return o.str("uid", at.UID), nil
}

// thenWatch is a call of one engine operation, after which the engine begins to
// watch.
func thenWatch(op string, args *object, watch string) string {
	return `(async()=>{const a=await __bua("` + op + `",` + string(args.end()) + `);await ` + watch + `;return a})()`
}

// watchCall has the engine watch until it is asked.
const watchCall = `__bua("watch",{})`

// pressing is how an action presses.
type pressing struct {
	// as is how a click is made, where not with the left button, once.
	as protocol.Click
	// moves: the element does not stand still, and was pressed where it would be.
	moves bool
}

// pointer clicks or hovers: the engine finds the point that hits the element,
// the guard is asked about its document, and the browser gets the input. When
// something else moved under the pointer at the last moment the engine keeps
// the click from the page; it is then tried again on an element that stands
// still, or where one that never does will be.
func (r *run) pointer(intent string, at protocol.Target) (protocol.Result, error) {
	args, err := r.target(with(), at)
	if err != nil {
		return nil, err
	}
	args = args.str("intent", intent)
	if intent == "click" && r.as.Button != protocol.ButtonRight && r.guard.Asks() {
		args = args.flag("sink", true)
	}
	for n := 0; n < 3 || r.moves && n < maxAims; n++ {
		fx, err := r.press(at, intent, args)
		if err != nil {
			return nil, err
		}
		if r.lost && !r.navigating() {
			r.acted = false
			return nil, protocol.NewError(protocol.CodeInternal, "the press did not come to the element: the browser may be asking the person something, such as to open another program, or a frame moved there; ask them to look at the tab")
		}
		if !r.missed {
			return r.done(fx)
		}
		r.missed, r.acted = false, false
		args = args.flag("steady", true)
	}
	if r.moves {
		return nil, protocol.NewError(protocol.CodeTimeout, "the element keeps moving, and no press met it; wait until the page is calm, or focus it with press_key Tab and press Enter")
	}
	return nil, protocol.NewError(protocol.CodeElementStale, "something else kept coming under the pointer, nothing was pressed; extract again")
}

// maxAims is how often an element that never stands still is aimed at.
const maxAims = 6

// press is one attempt of pointer.
func (r *run) press(at protocol.Target, intent string, args *object) (*protocol.Effects, error) {
	last := "click"
	switch {
	case intent == "hover":
		last = "mousemove"
	case r.as.Button == protocol.ButtonRight:
		last = "contextmenu"
	case r.as.Count == 2:
		last = "dblclick"
	}
	find := thenWatch("point", args.num("count", r.as.Count), r.watched(last, 0))
	out, err := r.reach(at, find)
	if err == nil && r.at != "" {
		if err = r.show(); err == nil {
			out, err = r.call(expecting(intent, find))
		}
	}
	if err != nil {
		return nil, err
	}
	m := members(out, "url", "x", "y", "tells", "sink", "moves")
	r.moves = truth(m[5])
	if err := r.clear(text(m[0])); err != nil {
		return nil, err
	}
	if len(m[1]) == 0 || len(m[2]) == 0 {
		return nil, errAnswer()
	}
	x, y := string(m[1]), string(m[2])
	if r.at != "" {
		if x, y, err = r.outward(x, y); err != nil {
			return nil, err
		}
	}
	if err := r.pointAllowed(x, y); err != nil {
		return nil, err
	}
	if err := r.presses(text(m[0]), m[4]); err != nil {
		return nil, err
	}
	shield, err := r.shield()
	if err != nil {
		return nil, err
	}
	defer func() { r.unshield(shield) }()
	r.acted = true
	waits := []func() ([]byte, error){r.mouse("mouseMoved", x, y, 0)}
	if intent == "click" && len(shield.list) > 0 { // the page hears the move, and may undo the shield
		if err := r.all(waits); err != nil {
			return nil, err
		}
		if err := r.shielded(shield); err != nil {
			return nil, err
		}
		waits = nil
	}
	if intent == "click" {
		for n := 1; n <= max(r.as.Count, 1); n++ {
			waits = append(waits,
				r.mouse("mousePressed", x, y, n),
				r.mouse("mouseReleased", x, y, n))
		}
	}
	ask, err := r.landed(truth(m[3]), waits)
	if err != nil {
		return nil, err
	}
	if r.at != "" && !r.arrived() {
		r.missed = true
		return nil, nil
	}
	return r.aftermath(ask), nil
}

// expecting makes an engine call in a child also wait for the input that
// comes next. The browser may still look for the frame where it was before it
// was scrolled, and then nothing gets there.
func expecting(intent, expression string) string {
	kind := "mousedown"
	if intent == "hover" {
		kind = "mousemove"
	}
	return `(__bua.expect("` + kind + `"),` + expression + `)`
}

// arrived reports whether the input got to the child; a child that cannot be
// asked any more has got it.
func (r *run) arrived() bool {
	out, err := r.call(`'{"ok":{"hit":'+__bua.came()+'}}'`)
	return err != nil || whole(member(out, "hit")) == 1
}

// mouse sends one event at a point of the viewport, in CSS pixels as the engine
// wrote them: the nth press or release of the button that the action names, or
// a move, where n is 0.
func (r *run) mouse(kind, x, y string, n int) (wait func() ([]byte, error)) {
	name, bits := "left", 1
	if r.as.Button == protocol.ButtonRight {
		name, bits = "right", 2
	}
	if n == 0 {
		name = "none"
	}
	if kind != "mousePressed" {
		bits = 0
	}
	return r.start("Input.dispatchMouseEvent", with().str("type", kind).raw("x", x).raw("y", y).str("button", name).num("buttons", bits).
		num("clickCount", n).num("modifiers", bit(string(r.as.Modifier))).end())
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
	if own := supervisor.Own(url); own != "" {
		return r.mayTouch(own)
	}
	return nil
}
