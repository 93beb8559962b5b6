package debugger

import (
	"context"
	"slices"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// What an action has led to is mostly read next, so the engine is brought there
// as soon as the document has been parsed, while the action still ends. It does
// nothing there before it is asked. A document that the guard refuses does not
// get it, nor one around a frame that it refuses or that nobody knows the maker
// of: there it comes when it is needed, after the gate has been asked.

// aheadLimit is how long a document may take to get a world for the engine.
const aheadLimit = 5 * time.Second

// ahead brings the engine into the document that the main frame has got by the
// action in flight. It does not wait.
func (d *Debugger) ahead(tabID int) {
	d.mu.Lock()
	t := d.tab(tabID)
	r := t.run
	due := r != nil && r.Commits > 0 && r.denied == nil && r.Kind != protocol.KindHelp && t.Attached && !t.Failed && !t.Unread &&
		t.Main.World == 0 && t.Main.Coming == 0 && supervisor.SelfURL(t.URL) != ""
	var frame string
	coming := 0
	if due {
		d.engines++
		coming = d.engines
		frame, t.Main.Coming = t.Main.Frame, coming
	}
	d.mu.Unlock()
	if due {
		go d.bring(r, frame, coming)
	}
}

// bring is ahead for one document, which coming stands for.
func (d *Debugger) bring(r *run, frame string, coming int) {
	t, world := r.t, 0
	if r.brings(frame) {
		// Not the action's context: that may end at any moment.
		ctx, cancel := context.WithCancel(context.Background())
		stop := d.clock.AfterFunc(aheadLimit, cancel)
		out, err := d.start(ctx, Target{Tab: t.id}, "Page.createIsolatedWorld", engineWorld(frame, false))()
		stop()
		cancel()
		if err == nil {
			world = scan.WholeAt(out, "executionContextId")
		}
	}
	d.mu.Lock()
	if t.Main.Coming != coming {
		world = 0 // the document has gone away
	}
	d.mu.Unlock()
	if world != 0 { // whoever finds the world finds the engine in it: its command goes first
		d.listen(Target{Tab: t.id})
		d.install(Target{Tab: t.id}, world)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if t.Main.Coming == coming {
		t.Main.Coming, t.Main.World, t.Main.Narrow = 0, world, false
		t.wake()
	}
}

// brings reports whether the engine may be in a page's document with access to all
// of its frames, without asking anybody.
func (r *run) brings(frame string) bool {
	r.d.mu.Lock()
	frames := r.t.Frames.Local(frame)
	r.d.mu.Unlock()
	return r.granted(frame) && !slices.ContainsFunc(frames, func(f supervisor.Frame) bool { return !r.granted(f.ID) })
}

// install sends the engine into a world. It does not wait: what is asked there
// next comes behind it.
func (d *Debugger) install(to Target, world int) {
	d.bringScript(to, world, engine.Install(d.engine()))
}

// bringScript sends a script into a world, as install does.
func (d *Debugger) bringScript(to Target, world int, script string) {
	d.start(context.Background(), to, "Runtime.evaluate", inWorld(world, script))
}

// engineWorld are the parameters of the engine's world in a frame.
func engineWorld(frame string, narrow bool) []byte {
	name := wideWorld
	if narrow {
		name = narrowWorld
	}
	return new(scan.Object).Str("frameId", frame).Str("worldName", name).Bool("grantUniveralAccess", !narrow).JSON()
}

// listen adds the function by which the engine tells of itself to its world.
func (d *Debugger) listen(to Target) {
	d.start(context.Background(), to, "Runtime.addBinding", new(scan.Object).Str("name", string(engine.NotifyBinding)).Str("executionContextName", wideWorld).JSON())
}
