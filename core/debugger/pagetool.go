package debugger

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// toolLimit is how long a page's tool may take.
const toolLimit = 10 * time.Second

// pageTool calls a tool that the page offers. Nothing that the page says of it counts,
// that it only reads neither: a call is an act in the document whose tool it is, and
// where the person wants to be asked before what sends something, it does.
func pageTool(r *run, a protocol.PageTool) (protocol.Result, error) {
	r, within, err := r.enter()
	if err != nil {
		return nil, err
	}
	look := &engine.Tool{Name: a.Name, Within: within}
	out, err := r.call(engine.Do(look))
	if err != nil {
		return nil, err
	}
	found := look.Answer(out)
	if err := r.clear(found.URL); err != nil {
		return nil, err
	}
	if !found.Found {
		return nil, errNoTool(found)
	}
	arguments := string(a.Arguments)
	if arguments == "" {
		arguments = "{}"
	}
	if err := checkArguments([]byte(found.Schema), []byte(arguments)); err != nil {
		return nil, err
	}
	if err := r.approveAct(found.URL, sink.Act{Kind: sink.Send, What: a.Name + " " + arguments}); err != nil {
		return nil, err
	}
	return useTool(r, &engine.UseTool{Name: a.Name, Arguments: arguments, Within: within, MS: int(toolLimit.Milliseconds()), Cap: protocol.MaxValue})
}

// useTool calls it and waits for what follows.
func useTool(r *run, use *engine.UseTool) (protocol.Result, error) {
	r.acted = true
	out, err := r.call(engine.Each(&engine.Watch{}, use))
	if r.ctx.Err() != nil && !r.lostTo(causeDialog) { // a dialog of the tool's is answered, and it goes on
		r.leaveWord(&engine.EndTool{})
	}
	said := engine.ToolSaid{}
	ask := r.settled
	switch c, gone := protocol.As[cause](err); {
	case gone && c == causeNavigated:
		ask = nil
	case err != nil:
		return nil, err
	default:
		said = use.Answer(out)
	}
	fx := r.settleEffects(ask)
	if r.ctx.Err() != nil && !r.lostTo(causeDialog) {
		return nil, r.ctx.Err()
	}
	return protocol.PageToolResult{Answer: said.Answer, Truncated: said.Truncated, Waits: said.Waits, Effects: fx}, nil
}

// leaveWord has the engine do an operation where it is, after the action's end too, such
// as to end what nobody waits for any more. It waits for nothing: what comes to the
// tab later comes after it.
func (r *run) leaveWord(op engine.Op) {
	r.d.mu.Lock()
	world := 0
	if home := r.t.Document(r.at); home != nil {
		world = home.World
	}
	r.d.mu.Unlock()
	if world != 0 {
		r.d.start(context.WithoutCancel(r.ctx), Target{Tab: r.t.id, Session: r.route(r.at)}, "Runtime.evaluate", inWorld(world, engine.IfThere(op)))
	}
}

// errNoTool says which tools there are, by the page's names for them.
func errNoTool(found engine.ToolFound) error {
	said := "this page offers no tools; use its elements"
	switch {
	case found.None:
		said = "this browser, or this page in it, has no tools of pages (WebMCP); use the page's elements"
	case len(found.Others) > 0:
		var names []string
		for _, name := range found.Others {
			names = append(names, string(scan.AppendQuote(nil, name)))
		}
		said = "the page offers no tool of this name now; it offers " + scan.Clip(strings.Join(names, ", "), 600)
	}
	return protocol.NewError(protocol.CodeInvalidAction, said)
}
