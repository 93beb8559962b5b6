package debugger

import (
	"github.com/go-json-experiment/json/jsontext"
	"github.com/zapvol/bua/core/protocol"
)

// worldName names the isolated world of the engine. The browser answers the
// same world again for the same name in the same document, so the engine's
// registry of elements survives the worker.
const worldName = "bua"

// call evaluates an expression in the engine's world of the main frame and
// reads the engine's answer: its ok, or its error. The engine is installed
// when the document does not have it. When the document went away meanwhile
// the call is made again in the new one, unless the action has acted.
func (r *run) call(expression string) (jsontext.Value, error) {
	for try := 0; ; try++ {
		answer, err := r.try(expression)
		if !contextLost(err) {
			if err != nil {
				return nil, err
			}
			return r.read(answer)
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

// try evaluates once.
func (r *run) try(expression string) ([]byte, error) {
	world, fresh, err := r.world()
	if err != nil {
		return nil, err
	}
	if fresh {
		expression = "if(!globalThis.__bua){" + r.d.engine() + "\n}" + expression
	}
	return r.send("Runtime.evaluate", object(nil).str("expression", expression).num("contextId", world).
		flag("returnByValue", true).flag("awaitPromise", true).end())
}

// world returns the engine's execution context, made when there is none;
// fresh says that the engine may not be in it.
func (r *run) world() (id int, fresh bool, err error) {
	r.d.mu.Lock()
	id, doc, frame := r.t.world, r.t.doc, r.t.frame
	r.d.mu.Unlock()
	if id != 0 {
		return id, false, nil
	}
	out, err := r.send("Page.createIsolatedWorld", object(nil).str("frameId", frame).str("worldName", worldName).flag("grantUniveralAccess", true).end())
	if err != nil {
		return 0, false, err
	}
	id = whole(member(out, "executionContextId"))
	r.d.mu.Lock()
	if r.t.doc == doc && r.t.attached {
		r.t.world = id
	}
	r.d.mu.Unlock()
	return id, true, nil
}

// recover asks the browser where the main frame is now, after a context that
// was believed alive turned out to be gone.
func (r *run) recover() error {
	tree, err := r.send("Page.getFrameTree", nil)
	if err != nil {
		return err
	}
	r.d.mu.Lock()
	r.t.world = 0
	r.d.adopt(r.t, member(tree, "frameTree", "frame"))
	r.d.mu.Unlock()
	return r.allowed()
}

// read takes an engine's answer apart: a JSON string in the result of an
// evaluation.
func (r *run) read(out []byte) (jsontext.Value, error) {
	m := members(out, "result", "exceptionDetails")
	if len(m[1]) > 0 {
		r.d.mu.Lock()
		r.t.world = 0 // look again whether the engine is there
		r.d.mu.Unlock()
		return nil, protocol.NewError(protocol.CodeInternal, "the page engine failed on this page; try once more, or use evaluate")
	}
	answer, _ := jsontext.AppendUnquote(nil, member(m[0], "value"))
	e := members(answer, "ok", "error")
	if len(e[1]) > 0 {
		told := members(e[1], "code", "message")
		return nil, protocol.NewError(known(text(told[0])), text(told[1]))
	}
	if len(e[0]) == 0 {
		return nil, protocol.NewError(protocol.CodeInternal, "the page engine answered nothing; try once more, or use evaluate")
	}
	return e[0], nil
}

// known returns code when it is one of the protocol's, else internal_error.
func known(code string) protocol.Code {
	switch c := protocol.Code(code); c {
	case protocol.CodeElementNotFound, protocol.CodeElementStale, protocol.CodeInvalidAction, protocol.CodeTimeout:
		return c
	}
	return protocol.CodeInternal
}
