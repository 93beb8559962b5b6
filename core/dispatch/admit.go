package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// inTab performs an action that the debugger does in one tab.
func (d *Dispatcher) inTab(ctx context.Context, a protocol.Action) (protocol.Result, error) {
	tab, err := d.uids.tabOf(a)
	if err == nil {
		tab, err = d.resolve(tab)
	}
	if err != nil {
		return nil, err
	}
	if nav, ok := a.(protocol.Navigate); ok {
		if _, err := d.request(nav.URL, a.Kind(), tab); err != nil {
			return nil, err
		}
	}
	help, hands := a.(protocol.Help)
	if hands {
		d.lanes.giveUp(tab, a.Kind())
	}
	f := d.lanes.join(ctx, tab, a.Kind())
	defer d.lanes.leave(f)
	if err := f.wait(); err != nil {
		return nil, err
	}
	if !hands {
		d.helpRequests.Drop(tab)
	}
	if err := d.admit(f); err != nil {
		return nil, err
	}
	if nav, ok := a.(protocol.Navigate); ok {
		if loc, err := session.Locate(nav.URL); err == nil {
			if _, err := d.consent(f, loc); err != nil {
				return nil, err
			}
		}
	}
	if read, ok := a.(*debugger.DownloadRead); ok {
		if err := d.mayRead(f, read.Sources); err != nil {
			return nil, err
		}
	}
	if hands {
		return d.help(f, help)
	}
	if err := d.handsWithin(f, a); err != nil {
		return nil, err
	}
	spend, err := d.sinks(f, a)
	if err != nil {
		return nil, err
	}
	res, err := d.run(f, a)
	if err == nil {
		spend()
	}
	return res, err
}

// resolve picks the tab of an action: the named one; else the one session in
// the agent's own tabs; else the one session there is. Several of the agent's
// own tabs are as ambiguous as several of the person's.
func (d *Dispatcher) resolve(tab int) (int, error) {
	if tab != 0 {
		return tab, nil
	}
	list := d.registry.List()
	own := make([]session.Session, 0, len(list))
	for _, s := range list {
		if d.window.owns(s.TabID) {
			own = append(own, s)
		}
	}
	if len(own) > 0 {
		list = own
	}
	switch len(list) {
	case 0:
		return 0, errNoSession
	case 1:
		return list[0].TabID, nil
	}
	return 0, ambiguous(list)
}

// request checks a URL that the agent asks for. It answers before any command
// leaves.
func (d *Dispatcher) request(url string, kind protocol.Kind, tab int) (session.Location, error) {
	loc, err := d.policy.Check(url)
	switch protocol.CodeOf(err) {
	case protocol.CodeDomainBlocked:
		d.registry.Block(loc.Domain(), kind, tab)
	case protocol.CodeInvalidAction:
		return loc, badURL(err)
	}
	return loc, err
}

// admit checks, at the head of the lane, that the person is there and that the
// tab may be touched where it is now; then it ensures the session.
func (d *Dispatcher) admit(f *ticket) error {
	for {
		again, err := d.admitOnce(f)
		if err != nil || !again {
			return err
		}
	}
}

// admitOnce is admit once; again says that the person was asked meanwhile, so that
// the tab may be elsewhere now.
func (d *Dispatcher) admitOnce(f *ticket) (again bool, err error) {
	if err := d.checkLockout(f.tab); err != nil {
		return false, err
	}
	if err := d.checkOwn(f); err != nil {
		return false, err
	}
	url, err := d.currentURL(f)
	if err != nil {
		return false, err
	}
	if err := d.gate.awaitPolicy(f.ctx); err != nil {
		return false, err
	}
	if err := d.policy.May(f.kind); err != nil { // switched off while the action waited
		return false, err
	}
	loc, err := d.policy.Check(url)
	tidies := f.kind == protocol.KindCloseTab && d.window.owns(f.tab)
	if _, known := d.registry.Get(f.tab); err == nil && loc.Host == "" && !known && !tidies {
		defer d.letGo(f)
		loc, err = d.owner(f)
	}
	switch protocol.CodeOf(err) {
	case "":
	case protocol.CodeDomainBlocked:
		return false, d.blocked(f, loc.Domain(), err)
	case protocol.CodeInvalidAction:
		return false, untouchable(f.tab)
	default:
		return false, err
	}
	if !tidies {
		if asked, err := d.consent(f, loc); err != nil || asked {
			return true, err
		}
	}
	d.registry.Ensure(f.ctx, f.tab, loc.Domain(), protocol.CallerOf(f.ctx).Agent)
	if err := f.cancelled(); err != nil {
		return false, err
	}
	// The list may have changed between the check and the session.
	if err := d.policy.Allow(loc.Domain()); err != nil {
		return false, d.blocked(f, loc.Domain(), err)
	}
	return false, nil
}

// currentURL returns the live URL of the ticket's tab, having asked for the person's
// presence meanwhile. In a tab with a session the debugger's own news are as
// live as an answer of the browser's, and a round trip is saved.
func (d *Dispatcher) currentURL(f *ticket) (string, error) {
	if _, ok := d.registry.Get(f.tab); ok {
		if url := d.debugger.URL(f.tab); url != "" {
			return url, d.checkPresence(f)
		}
	}
	var info TabInfo
	got := make(chan error, 1)
	go func() {
		var err error
		info, err = d.tabs.Get(f.ctx, f.tab)
		got <- err
	}()
	err := d.checkPresence(f)
	missing := <-got
	if err != nil {
		return "", err
	}
	if missing != nil || info.Incognito {
		return "", d.errAbsent(f, missing)
	}
	if info.URL == "" { // nothing committed yet
		return session.Blank, nil
	}
	return info.URL, nil
}

// errAbsent returns the error for a tab that is not there, or that the agent must
// not know of.
func (d *Dispatcher) errAbsent(f *ticket, err error) error {
	lost := d.errLost(f.tab)
	if e := f.cancelled(); e != nil { // looked at last: the session's end cancels first
		return e
	}
	if err == nil || protocol.CodeOf(err) == protocol.CodeTabNotFound {
		return lost
	}
	return protocol.AsError(err)
}

// run performs the action and answers only when the tab is still where the
// agent may be.
func (d *Dispatcher) run(f *ticket, a protocol.Action) (protocol.Result, error) {
	base := d.uids.base(f.tab)
	res, err := d.runApproved(f, base, a)
	if e := f.cancelled(); e != nil { // the session ended under it: nothing of it counts
		return nil, e
	}
	if d.vanished(f, err) {
		return nil, d.errAbsent(f, nil)
	}
	d.registry.Record(f.tab, a.Kind())
	if page, ok := res.(protocol.ExtractResult); ok {
		d.keepObstacle(f.tab, page.URL, page.Obstacle)
		if len(page.Tools) > 0 && d.policy.May(protocol.KindPageTool) != nil {
			page.Tools = nil // the agent may call none
			res = page
		}
	}
	if e := d.checkPlace(f, err); e != nil {
		return nil, e
	}
	if e := f.cancelled(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, protocol.AsError(err)
	}
	if s, _ := d.registry.Get(f.tab); s.ActionCount <= 1 {
		d.writer.Flush(f.ctx) // a session's start is stored before its first answer
	}
	return d.withTabs(f, res), nil
}

// checkPlace looks where the tab is once the action is done. A blocked document
// ends the session and takes the result with it.
func (d *Dispatcher) checkPlace(f *ticket, err error) error {
	url := d.debugger.URL(f.tab)
	if protocol.CodeOf(err) == protocol.CodeDebuggerAttachFailed {
		return nil // never attached: what the debugger knows may be old
	}
	if led := d.blockedTarget(f); led != "" {
		return d.blocked(f, led, err)
	}
	if protocol.CodeOf(err) == protocol.CodeDomainBlocked {
		// The guard saw a blocked document: the main frame's, or a frame's
		// within an allowed one. The browser knows.
		if info, e := d.tabs.Get(f.ctx, f.tab); e == nil && info.URL != "" {
			url = info.URL
		}
	}
	if url == "" {
		return nil
	}
	loc, e := d.policy.Check(url)
	switch protocol.CodeOf(e) {
	case protocol.CodeDomainBlocked:
		return d.blocked(f, loc.Domain(), e)
	case protocol.CodeInternal:
		return e
	case "":
		if loc.Host != "" && f.ctx.Err() == nil {
			d.registry.Move(f.tab, loc.Domain())
		}
	}
	if protocol.CodeOf(err) == protocol.CodeDomainBlocked {
		domain := d.blockedRequest(f) // where a frame or another tab was to go
		if domain == "" {
			domain = loc.Domain()
		}
		d.registry.Block(domain, f.kind, f.tab)
	}
	return nil
}

// blocked ends the session on a tab that is on a blocked domain. What waits there is
// answered alike.
func (d *Dispatcher) blocked(f *ticket, domain string, err error) error {
	if protocol.CodeOf(err) != protocol.CodeDomainBlocked {
		return err
	}
	live := f.ctx.Err() == nil
	if _, ok := d.registry.Get(f.tab); ok {
		d.lanes.stop(f.tab, err)
	}
	if d.registry.End(f.tab, protocol.EndDomainBlocked) || live {
		d.registry.Block(domain, f.kind, f.tab)
	}
	return err
}

// guard is the policy as the debugger asks it.
type guard struct {
	d *Dispatcher
	f *ticket
}

// Allow reports whether the ticket may go on with a document at this URL.
// Errors: domain_blocked, debugger_attach_failed for what can never be
// touched, and why the ticket was cancelled.
func (g guard) Allow(url string) error {
	_, err := g.check(url)
	return err
}

func (g guard) check(url string) (session.Location, error) {
	g.d.tabOpened(g.f) // the debugger asks only once the tab has answered
	if err := g.f.cancelled(); err != nil {
		return session.Location{}, err
	}
	if err := g.d.gate.awaitPolicy(g.f.ctx); err != nil {
		return session.Location{}, err
	}
	loc, err := g.d.policy.Check(url)
	if protocol.CodeOf(err) == protocol.CodeInvalidAction {
		err = untouchable(g.f.tab)
	}
	return loc, err
}

// Granted is Touch without asking anybody.
func (g guard) Granted(url string) bool {
	loc, err := g.check(url)
	if err != nil {
		return false
	}
	verdict, change := g.d.consents.Check(g.d.consents.Subject(loc, g.f.kind))
	return verdict != session.Deny && change == nil
}

// Touch is Allow, and whether the person lets the agent work there: a page may
// have gone elsewhere since the ticket was admitted. It asks and does not wait.
func (g guard) Touch(url string) error {
	loc, err := g.check(url)
	if err != nil {
		return err
	}
	s := g.d.consents.Subject(loc, g.f.kind)
	switch verdict, change := g.d.consents.Check(s); {
	case verdict == session.Deny:
		return denied(s)
	case change != nil:
		return g.d.question(g.f, s)
	}
	return nil
}
