package debugger

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// Every decision about a document goes by its frame: by those whose document it
// is and by those around it (see supervisor.Frames.Owners), never by an address
// alone. What cannot be told is refused.

// askLimit is how long documents may take to say what their origin is.
const askLimit = 900 * time.Millisecond

// askOrigin is what a document is asked for its origin, and whether nothing is in it.
const askOrigin = `(document.documentElement?.textContent?"":"empty ")+self.origin`

// may reports whether the blocklist lets the agent know of a frame's document.
// Errors: as Guard.Allow.
func (r *run) may(frame string) error {
	own, around, told := r.ownersOf(frame)
	if !told {
		return errForeign()
	}
	return forAll(append(own, around...), r.guard.Allow)
}

// touch reports whether the agent may read and act in a frame's document now.
// Errors: as Guard.Touch.
func (r *run) touch(frame string) error {
	if err := r.may(frame); err != nil || r.Kind == protocol.KindHelp {
		return err
	}
	own, _, _ := r.ownersOf(frame)
	return forAll(own, r.guard.Touch)
}

// forAll asks about each address until one is refused.
func forAll(urls []string, ask func(url string) error) error {
	for _, url := range urls {
		if err := ask(url); err != nil {
			return err
		}
	}
	return nil
}

// granted is touch for a frame that the agent has not named: nobody is asked.
func (r *run) granted(frame string) bool {
	if r.may(frame) != nil {
		return false
	}
	own, _, _ := r.ownersOf(frame)
	return r.Kind == protocol.KindHelp || !slices.ContainsFunc(own, func(url string) bool { return !r.guard.Granted(url) })
}

// ownersOf is supervisor.Frames.Owners. An error page of the main frame has the
// address that it stands for.
func (r *run) ownersOf(frame string) (own, around []string, told bool) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.t.Frames.Owners(frame)
}

// working is the frame that the engine is called in.
func (r *run) working() string {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if home := r.t.Document(r.at); home != nil {
		return home.Frame
	}
	return ""
}

// refused lists the frames inside the main one that the agent may not know of.
func (r *run) refused() (out []string) {
	r.awaitFrames()
	r.d.mu.Lock()
	frames, main := r.t.Frames.Clone(), r.t.Main.Frame
	r.d.mu.Unlock()
	open := r.allowedFunc()
	for _, f := range frames.All() {
		if f.ID == main {
			continue
		}
		if own, around, told := frames.Owners(f.ID); !told || !open(own, around) {
			out = append(out, f.ID)
		}
	}
	return out
}

// allowedFunc says of documents whether the agent may know of them, by whose they are
// and by those around them. It asks the guard once for each address: of many
// frames' addresses most are the same.
func (r *run) allowedFunc() func(own, around []string) bool {
	good := map[string]bool{}
	all := func(urls []string, ask func(url string) bool, kind string) bool {
		for _, url := range urls {
			may, known := good[kind+url]
			if !known {
				may = ask(url)
				good[kind+url] = may
			}
			if !may {
				return false
			}
		}
		return true
	}
	allow := func(url string) bool { return r.guard.Allow(url) == nil }
	return func(own, around []string) bool {
		return all(own, allow, "a") && all(around, allow, "a") && (r.Kind == protocol.KindHelp || all(own, r.guard.Granted, "g"))
	}
}

// unasked counts the frames that only the person's answer is missing for.
func (r *run) unasked() (n int) {
	for _, id := range r.refused() {
		if r.may(id) == nil {
			n++
		}
	}
	return n
}

// identify asks the documents for their origin of which nothing else tells whose
// they are. One that does not answer soon stays nobody's to read. It is not
// called while a dialog is open: no document answers then.
func (r *run) identify() {
	r.d.mu.Lock()
	missing := r.t.Main.Frame == "" && supervisor.SelfURL(r.t.URL) == ""
	r.d.mu.Unlock()
	if missing { // a tab that had no page when it was attached: what has it now?
		_ = r.readMain()
	}
	r.d.mu.Lock()
	list, main := r.t.Frames.Unasked(), r.t.Main.Frame
	r.d.mu.Unlock()
	if len(list) == 0 {
		return
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	open := len(list)
	for _, f := range list {
		go func() {
			origin := r.origin(ctx, f, f.ID == main)
			r.d.mu.Lock()
			if origin != "" {
				r.t.Frames.Answered(f, origin)
			}
			open--
			r.t.wake()
			r.d.mu.Unlock()
		}()
	}
	r.await(askLimit, func() bool { return open == 0 })
}

// origin asks a document for its origin in a world that its scripts cannot reach;
// "" when it does not answer.
func (r *run) origin(ctx context.Context, f supervisor.Frame, main bool) string {
	r.d.mu.Lock()
	session, _ := r.t.Frames.Process(f.ID)
	r.d.mu.Unlock()
	to := Target{Tab: r.t.id, Session: session}
	about := func() ([]byte, error) { return nil, nil }
	if main {
		about = r.d.start(ctx, to, "Target.getTargetInfo", nil)
	}
	out, err := r.d.cdp.Send(ctx, to, "Page.createIsolatedWorld", new(scan.Object).Str("frameId", f.ID).Str("worldName", narrowWorld).JSON())
	if err != nil {
		return ""
	}
	out, err = r.d.cdp.Send(ctx, to, "Runtime.evaluate", new(scan.Object).Str("expression", askOrigin).Num("contextId", scan.WholeAt(out, "executionContextId")).Bool("returnByValue", true).JSON())
	if err != nil {
		return ""
	}
	origin, empty := strings.CutPrefix(scan.TextAt(out, "result", "value"), "empty ")
	if origin == supervisor.Opaque && main {
		// Another document may have made it, and what that one was nobody can say. It
		// cannot have written into one that it never had a hand on.
		info, err := about()
		m := scan.Members(scan.Path(info, "targetInfo"), "openerId", "canAccessOpener")
		if err != nil || scan.String(m[0]) != "" && (scan.True(m[1]) || !empty || f.URL != "about:blank") {
			return supervisor.Untold
		}
	}
	return origin
}

// Whose finds out who made the page of a tab, attaching first if need be, and asks
// the guard's Allow about them. What cannot be told is refused. Every error is a
// [protocol.Error].
func (d *Debugger) Whose(ctx context.Context, tabID int, g Guard) error {
	r, err := d.begin(ctx, tabID, 0, protocol.ClaimTab{TabID: tabID}, g)
	if err == nil {
		r.finish()
	}
	return err
}

// owned checks that the agent may know of an attached tab's page. One that crashed
// has nothing to know of.
func (r *run) owned() error {
	if err := r.awaitFirstPage(); err != nil {
		return err
	}
	if r.waiting() == nil {
		r.identify()
	}
	r.d.mu.Lock()
	url, main, crashed := r.t.URL, r.t.Main.Frame, r.t.Crashed
	r.d.mu.Unlock()
	if crashed {
		return nil
	}
	if supervisor.SelfURL(url) != "" {
		return r.guard.Allow(url)
	}
	own, _, told := r.ownersOf(main)
	if !told {
		return protocol.NewError(protocol.CodeDomainBlocked, "nobody can tell which site made this blank page, so it is refused as a blocked one is: use another tab, or open the site that you need with open_tab")
	}
	return forAll(own, r.guard.Allow)
}

// Creator returns the address of whoever made the page of an attached tab that has
// no address of its own, "" when nobody did or it is not known.
func (d *Debugger) Creator(tabID int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.tabs[tabID]; t != nil && t.Attached && supervisor.SelfURL(t.URL) == "" {
		if at := t.PolicyURL(); at != t.URL {
			return at
		}
	}
	return ""
}

// mayAll asks the guard about what tabstate.Tab.Sources has said.
func (r *run) mayAll(from []string) error {
	if slices.Contains(from, "") {
		return errForeign()
	}
	return forAll(from, r.guard.Allow)
}

// mayHear is mayAll for what a document says by itself: where the person wants
// to be asked about a site, not before they have answered.
func (r *run) mayHear(from []string) error {
	if err := r.mayAll(from); err != nil {
		return err
	}
	if slices.ContainsFunc(from, func(url string) bool { return !r.guard.Granted(url) }) {
		return errForeign()
	}
	return nil
}
