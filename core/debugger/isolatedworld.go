package debugger

import (
	"github.com/go-json-experiment/json/jsontext"
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// The names of the engine's isolated worlds. The browser answers the same
// world again for the same name in the same document, so the engine's registry
// of elements survives the worker. The wide one can read frames of other
// origins in the same process; where the guard refuses one of them the engine
// works in the narrow one, which cannot.
const (
	wideWorld   = "bua"
	narrowWorld = "bua-narrow"
)

// call evaluates an expression in the engine's world of the run's frame
// and reads the engine's answer: its ok, or its error.
// The engine is installed when the document does not have it. When the
// document went away meanwhile the call is made again in the new one, unless
// the action has acted.
func (r *run) call(expression string) (jsontext.Value, error) {
	for try := 0; ; try++ {
		answer, fresh, err := r.try(expression)
		if err == nil {
			m := scan.Members(answer, "result", "exceptionDetails")
			if len(m[1]) == 0 {
				return r.read(m[0])
			}
			r.forgetWorld() // the engine may never have got there
			if fresh || try > 0 {
				return nil, protocol.NewError(protocol.CodeInternal, "the page engine failed on this page; try once more, or use evaluate")
			}
			continue
		}
		if !contextLost(err) {
			return nil, err
		}
		if r.acted || try == 3 {
			return nil, causeNavigated
		}
		// The next document's commit is news that may still be on its way.
		if err := r.recover(); err != nil {
			return nil, err
		}
	}
}

// try evaluates once; fresh says that the engine was sent along.
func (r *run) try(expression string) (answer []byte, fresh bool, err error) {
	world, fresh, err := r.world()
	if err != nil {
		return nil, fresh, err
	}
	if fresh { // the browser takes both in order
		r.d.install(Target{Tab: r.t.id, Session: r.route(r.at)}, world)
	}
	answer, err = r.sendTo(r.at, "Runtime.evaluate", inWorld(world, expression))
	return answer, fresh, err
}

// inWorld is an evaluation whose promise is awaited.
func inWorld(world int, expression string) []byte {
	return new(scan.Object).Str("expression", expression).Num("contextId", world).Bool("returnByValue", true).Bool("awaitPromise", true).JSON()
}

// world returns the engine's execution context, made when there is none;
// fresh says that the engine may not be in it.
func (r *run) world() (id int, fresh bool, err error) {
	narrow := r.at == "" && r.foreign()
	if r.at == "" { // it may be on its way
		r.await(aheadLimit, func() bool { return r.t.Main.Coming == 0 })
	}
	r.d.mu.Lock()
	home := r.t.Document(r.at)
	if home == nil {
		r.d.mu.Unlock()
		return 0, false, errFrameGone()
	}
	if home.Narrow != narrow {
		home.World, home.Narrow = 0, narrow
	}
	id, doc, frame := home.World, home.Doc, home.Frame
	r.d.mu.Unlock()
	if id != 0 {
		return id, false, nil
	}
	out, err := r.sendTo(r.at, "Page.createIsolatedWorld", engineWorld(frame, narrow))
	if err != nil {
		return 0, false, err
	}
	id = scan.WholeAt(out, "executionContextId")
	if !narrow {
		r.d.listen(Target{Tab: r.t.id, Session: r.route(r.at)})
	}
	r.d.mu.Lock()
	if home := r.t.Document(r.at); home != nil && home.Doc == doc && r.t.Attached {
		home.World = id
	}
	r.d.mu.Unlock()
	return id, true, nil
}

func (r *run) forgetWorld() {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if home := r.t.Document(r.at); home != nil {
		home.World = 0
	}
}

// recover asks the browser where the frame is now, after a context that was
// believed alive turned out to be gone.
func (r *run) recover() error {
	r.forgetWorld()
	if r.at != "" {
		return nil
	}
	if err := r.readMain(); err != nil {
		return err
	}
	return r.allowed()
}

// readMain asks the browser what the main frame holds.
func (r *run) readMain() error {
	tree, err := r.send("Page.getFrameTree", nil)
	if err == nil {
		r.d.mu.Lock()
		r.t.Adopt(scan.Path(tree, "frameTree", "frame"), r.d.clock.Now())
		r.d.mu.Unlock()
	}
	return err
}

// read takes an engine's answer apart: a JSON string in the result of an
// evaluation.
func (r *run) read(result []byte) (jsontext.Value, error) {
	ok, fault, good := engine.Read(scan.Unquote(scan.Path(result, "value")))
	switch {
	case fault != nil:
		r.next = max(r.next, fault.Next) // it may name an element
		return nil, protocol.NewError(known(fault.Code), fault.Message)
	case !good:
		return nil, errAnswer()
	}
	return ok, nil
}

// known returns code when it is one that the engine may answer, else
// internal_error.
func known(code string) protocol.Code {
	switch c := protocol.Code(code); c {
	case protocol.CodeElementNotFound, protocol.CodeElementStale, protocol.CodeInvalidAction, protocol.CodeTimeout:
		return c
	}
	return protocol.CodeInternal
}

// on calls one of the engine's functions on an element, the object, with others
// as its arguments. What it gives is of the element's object group.
func (r *run) on(session, object, function string, others ...string) ([]byte, error) {
	o := new(scan.Object).Str("objectId", object).Str("functionDeclaration", function)
	for _, id := range others {
		o = o.Raw("arguments", "["+string(new(scan.Object).Str("objectId", id).JSON())+"]")
	}
	return r.sendTo(session, "Runtime.callFunctionOn", o.JSON())
}

func errAnswer() error {
	return protocol.NewError(protocol.CodeInternal, "the page engine's answer could not be read; try once more, or use evaluate")
}

func errFrameGone() error {
	return protocol.NewError(protocol.CodeElementStale, "the frame that held the element is gone; extract again")
}
