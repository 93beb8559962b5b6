package debugger

import (
	"cmp"
	"github.com/zapvol/bua/core/scan"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

const (
	// scriptLimit is how long an expression may run. CDP's own timeout ends a
	// loop but not an awaited promise, so the timer is ours; CDP's is set too
	// for the case that the worker dies meanwhile.
	scriptLimit = 10 * time.Second
	// terminateLimit is how long the end of a script may take.
	terminateLimit = 400 * time.Millisecond
	// maxNest is how deep a value may nest to fit protocol.MaxDepth with its
	// envelope around it.
	maxNest = protocol.MaxDepth - 6
	// maxDescription bounds what the browser says of a value, in bytes.
	maxDescription = 1024
)

// wrap makes the expression the body of a function in the page. A long string
// is cut there, so that a page's whole source does not travel for an 8 KB
// preview; the cut one is marked by a leading NUL, as is every string that
// begins with one. Only syntax is used, nothing that the page can replace.
//
// It runs only in a document of this origin ("" for any): the page may have gone
// elsewhere since the guard was asked, and neither location nor what it answers
// can be replaced by a page.
func wrap(expression, origin string) string {
	here := ""
	if origin != "" {
		here = "if(location.origin!==" + string(scan.AppendQuote(nil, origin)) + `)return"\u0000` + notRun + `";`
	}
	return "(async()=>{" + here + "const r=await(async()=>{\n" + expression + "\n})();" +
		`if(typeof r==="string"&&(r.length>` + strconv.Itoa(protocol.MaxValue) + `||r[0]==="\u0000")){let s="";for(let i=0;i<` +
		strconv.Itoa(protocol.MaxValue) + `&&i<r.length;i++)s+=r[i];return"\u0000"+r.length+":"+s}return r})()`
}

// notRun is what a script answers that did not run, because its document is
// of another origin than the one that the guard was asked about.
const notRun = "elsewhere"

// evaluate runs a script in the page's own world. A first answer says what
// the value is, without serialising it; a plain object or an array is then
// asked for by value, which the page cannot interfere with either.
func evaluate(r *run, a protocol.Evaluate) (protocol.Result, error) {
	session, inner, err := r.place()
	if err != nil {
		return nil, err
	}
	e := &evaluation{run: r, session: session}
	if inner {
		if err := e.find(); err != nil {
			return nil, err
		}
	}
	stop := r.d.clock.AfterFunc(scriptLimit, e.terminate)
	defer stop()
	began := r.d.clock.Now()
	out, err := e.script(a.Expression)
	for try := 0; try < 3 && (refusedAs(err, MeansNoContext) || err == errNotRun); try++ {
		// Between two documents there is none, or the next one is there: nothing has
		// run yet, and the guard is asked about where it would.
		r.acted = false
		if err = e.pageChanged(); err == nil {
			out, err = e.script(a.Expression)
		}
	}
	if contextLost(err) {
		fx := r.settleEffects(nil)
		return e.ends(protocol.EvaluateResult{Type: "undefined", Description: "the page went to another document before the script ended"}, fx)
	}
	if err != nil && r.ctx.Err() == nil && r.d.clock.Now().Sub(began) >= scriptLimit-terminateLimit {
		return nil, endless() // the browser's own words for a script that it ended vary
	}
	if err != nil {
		return nil, err
	}
	m := scan.Members(out, "result", "exceptionDetails")
	if len(m[1]) > 0 {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "the expression threw: "+thrown(m[1])+"; fix the expression")
	}
	res := e.value(m[0])
	stop()
	return e.ends(res, r.settleEffects(nil))
}

// errNotRun is the error of a script that did not run.
var errNotRun = protocol.NewError(protocol.CodeInternal, "the page keeps going elsewhere, so the script did not run; wait_for something in it, then try again")

// evaluation is one script and where it runs: in the process of a session, in an
// execution context of it, 0 for that of its own frame.
type evaluation struct {
	*run
	session string
	context int
}

// script sends an expression to the document that the guard was asked about last,
// and to no other.
func (e *evaluation) script(expression string) ([]byte, error) {
	o, origin := new(scan.Object), ""
	if e.context != 0 { // it ends with its document
		o.Num("contextId", e.context)
	} else {
		origin = e.pageOrigin()
	}
	e.acted = true
	out, err := e.sendTo(e.session, "Runtime.evaluate", o.Str("expression", wrap(expression, origin)).Bool("awaitPromise", true).Bool("userGesture", true).
		Num("timeout", int(scriptLimit.Milliseconds())).JSON())
	if err == nil && scan.TextAt(out, "result", "value") == "\x00"+notRun {
		return nil, errNotRun
	}
	return out, err
}

// pageOrigin is what location.origin reads in the document that the guard was asked
// about last.
func (e *evaluation) pageOrigin() string {
	e.d.mu.Lock()
	defer e.d.mu.Unlock()
	url := e.t.URL
	if e.frame != "" {
		f, _ := e.t.Frames.Get(e.frame)
		url = f.URL
	} else if e.t.Failed {
		url = ""
	}
	if url = supervisor.SelfURL(url); url == "" {
		return "null"
	}
	scheme, host, _ := strings.Cut(tabstate.Origin(url), "://")
	return scheme + "://" + host[strings.LastIndexByte(host, '@')+1:]
}

// pageChanged asks the guard about the document that has come in the place of the one
// in which a script was to run.
func (e *evaluation) pageChanged() error {
	e.d.mu.Lock()
	was, _ := e.t.Frames.Get(e.frame)
	e.d.mu.Unlock()
	if was.Session != "" { // its news comes by itself
		e.await(startLimit, func() bool { now, _ := e.t.Frames.Get(e.frame); return now.Doc != was.Doc })
	}
	if err := e.recover(); err != nil {
		return err
	}
	_, _, err := e.place()
	return err
}

// find finds the execution context of the page's own scripts in the frame
// that the agent named, which shares its process with the one around it.
func (e *evaluation) find() error {
	id := 0
	err := e.replay(e.session, func(method string, params []byte) {
		if method != "Runtime.executionContextCreated" {
			return
		}
		c := scan.Members(scan.Path(params, "context"), "id", "auxData")
		if aux := scan.Members(c[1], "isDefault", "frameId"); scan.True(aux[0]) && scan.String(aux[1]) == e.frame {
			id = scan.Whole(c[0])
		}
	}, func() { e.await(replayLimit, func() bool { return id != 0 }) })
	if e.context = id; err == nil && id == 0 {
		err = errFrameGone()
	}
	return err
}

// terminate ends the script, then the action. Where no script was running, but
// only a promise awaited, the browser ends the next one instead: an empty one
// takes that place.
func (e *evaluation) terminate() {
	stop := e.d.clock.AfterFunc(terminateLimit, func() { e.cancel(endless()) })
	defer stop()
	to := Target{Tab: e.t.id, Session: e.session}
	if _, err := e.d.cdp.Send(e.ctx, to, "Runtime.terminateExecution", nil); err == nil {
		_, _ = e.d.cdp.Send(e.ctx, to, "Runtime.evaluate", new(scan.Object).Str("expression", "0").JSON())
	}
	e.cancel(endless())
}

func endless() error {
	return protocol.NewError(protocol.CodeTimeout, "the script did not end within "+seconds(scriptLimit)+" and was stopped; make it shorter, or let it return before its promise is settled")
}

// ends is the answer, unless the tab was lost while it settled.
func (e *evaluation) ends(res protocol.EvaluateResult, fx *protocol.Effects) (protocol.Result, error) {
	if e.ctx.Err() != nil {
		return nil, e.ctx.Err()
	}
	res.Effects = fx
	return res, nil
}

// value turns a remote object into one of the three shapes of the answer.
func (e *evaluation) value(remote []byte) protocol.EvaluateResult {
	m := scan.Members(remote, "type", "subtype", "value", "objectId", "description")
	res := protocol.EvaluateResult{Type: scan.String(m[0])}
	value, id, sub := m[2], scan.String(m[3]), scan.String(m[1])
	if id != "" {
		if res.Type == "object" && (sub == "" || sub == "array") {
			out, err := e.sendTo(e.session, "Runtime.callFunctionOn", new(scan.Object).Str("objectId", id).
				Str("functionDeclaration", "function(){return this}").Bool("returnByValue", true).JSON())
			if err == nil {
				value = scan.Path(out, "result", "value")
			}
		}
		e.d.start(e.ctx, Target{Tab: e.t.id, Session: e.session}, "Runtime.releaseObject", new(scan.Object).Str("objectId", id).JSON())
	}
	switch {
	case len(value) > 0:
		return fit(res, value)
	case res.Type != "undefined":
		res.Description = scan.Clip(scan.String(m[4]), maxDescription)
	}
	return res
}

// fit puts a value into the answer, or a preview when it is too large or too
// deep for a message.
func fit(res protocol.EvaluateResult, value jsontext.Value) protocol.EvaluateResult {
	left := 0
	if res.Type == "string" {
		s := scan.String(value)
		if strings.HasPrefix(s, "\x00") {
			length, head, _ := strings.Cut(s[1:], ":")
			n, _ := scan.Small(length)
			s, left = head, n-protocol.MaxValue
		}
		value = scan.AppendQuote(nil, s) // without the escapes that it came with
	}
	value = wellFormed(value)
	if left <= 0 && len(value) <= protocol.MaxValue && scan.Valid(value, maxNest) {
		res.Value = append(jsontext.Value(nil), value...)
		return res
	}
	shown := scan.Clip(string(value), protocol.MaxValue)
	left = max(left, 0) + len([]rune(string(value[len(shown):])))
	res.Truncated, res.Preview = true, shown+"…[truncated "+strconv.Itoa(left)+" chars]"
	return res
}

// thrown is what a script threw, without its stack.
func thrown(details []byte) string {
	m := scan.Members(details, "text", "exception")
	e := scan.Members(m[1], "description", "value")
	what, _, _ := strings.Cut(cmp.Or(scan.String(e[0]), string(e[1]), scan.String(m[0])), "\n    at ")
	return scan.Clip(what, 500)
}
