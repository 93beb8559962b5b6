package direct

import (
	"cmp"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// opening is the address of a tab that a page asked for.
type opening struct {
	url string
	at  time.Time
	// untold: Chrome names no opener, as for a link that is clicked with Control.
	untold bool
}

// What Chrome's popup blocker stops never comes, so few are kept and not long.
const (
	maxOpening  = 16
	openingSoon = 2 * time.Second
)

// asked returns the address that the tab which comes now was asked for with,
// "" when that is not known. The lock of chrome is held.
func (t *tab) asked() (url string) {
	for len(t.opening) > 0 && url == "" {
		if time.Since(t.opening[0].at) < openingSoon {
			url = t.opening[0].url
		}
		t.opening = t.opening[1:]
	}
	return url
}

// openerOf returns the tab whose page has opened one, nil for none. The lock of
// chrome is held.
func (b *chrome) openerOf(info *target.Info) *tab {
	if info.OpenerID != "" {
		return b.byTarget[info.OpenerID]
	}
	for _, t := range b.byNumber {
		for _, o := range t.opening {
			if o.untold && time.Since(o.at) < openingSoon && info.URL == o.url {
				return t
			}
		}
	}
	return nil
}

// event takes one event of the socket: the browser's own are about tabs, all
// others are a tab's. It runs on the connection's reader and never waits.
func (b *chrome) event(c *conn, session, method string, params []byte) {
	if session == "" {
		b.browserEvent(c, method, params)
		return
	}
	b.mu.Lock()
	t := b.sessions[session]
	if t == nil {
		b.mu.Unlock()
		return // let go meanwhile
	}
	number, at := t.number, session
	if session == t.session {
		at = ""
	}
	var ended string
	switch method {
	case cdproto.EventTargetAttachedToTarget:
		if e, err := decode[target.EventAttachedToTarget](params); err == nil {
			b.sessions[string(e.SessionID)] = t
		}
	case cdproto.EventPageWindowOpen:
		if e, err := decode[page.EventWindowOpen](params); err == nil && len(t.opening) < maxOpening {
			t.opening = append(t.opening, opening{url: cmp.Or(e.URL, "about:blank"), at: time.Now()})
		}
	case cdproto.EventPageFrameRequestedNavigation:
		if e, err := decode[page.EventFrameRequestedNavigation](params); err == nil && e.Disposition == page.ClientNavigationDispositionNewTab && len(t.opening) < maxOpening {
			t.opening = append(t.opening, opening{url: e.URL, at: time.Now(), untold: true})
		}
	case cdproto.EventTargetDetachedFromTarget:
		if e, err := decode[target.EventDetachedFromTarget](params); err == nil && e.SessionID != "" {
			ended = string(e.SessionID)
			delete(b.sessions, ended)
		}
	}
	b.mu.Unlock()
	b.heard(number, at, method, params)
	if ended != "" {
		c.fail(endedIn(ended))
	}
}

func (b *chrome) browserEvent(c *conn, method string, params []byte) {
	if b.fileEvent(method, params) {
		return
	}
	switch method {
	case cdproto.EventFetchRequestPaused:
		b.paused(c, params)
	case cdproto.EventTargetTargetCreated:
		if e, err := decode[target.EventTargetCreated](params); err == nil && e.TargetInfo != nil {
			b.seen(e.TargetInfo)
		}
	case cdproto.EventTargetTargetInfoChanged:
		if e, err := decode[target.EventTargetInfoChanged](params); err == nil && e.TargetInfo != nil {
			b.seen(e.TargetInfo)
		}
	case cdproto.EventTargetTargetDestroyed:
		if e, err := decode[target.EventTargetDestroyed](params); err == nil {
			b.gone(e.TargetID)
		}
	case cdproto.EventTargetAttachedToTarget:
		if e, err := decode[target.EventAttachedToTarget](params); err == nil && e.TargetInfo != nil {
			b.attached(e.TargetInfo.TargetID, string(e.SessionID))
		}
	case cdproto.EventTargetDetachedFromTarget:
		if e, err := decode[target.EventDetachedFromTarget](params); err == nil {
			b.ended(c, string(e.SessionID))
		}
	}
}

// attached takes note of a tab's own session. It comes before the answer to
// the command that opened it.
func (b *chrome) attached(id target.ID, session string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.byTarget[id]; t != nil && t.session == "" && session != "" {
		t.session = session
		b.sessions[session] = t
	}
}

// ended takes note that Chrome ended a tab's session: the tab is closed, or
// somebody else has taken it. What runs there ends first, then its commands
// fail, which is the order that says why.
func (b *chrome) ended(c *conn, session string) {
	b.mu.Lock()
	t := b.sessions[session]
	if t == nil || t.session != session {
		b.mu.Unlock()
		return // we let go of it ourselves
	}
	b.unplug(t)
	b.mu.Unlock()
	b.detached(t.number, "target_closed")
	c.fail(endedIn(session))
}

// endedIn picks the commands of a session that is no more: Chrome need not
// answer them.
func endedIn(session string) func(*call) error {
	return func(waiting *call) error {
		if waiting.session != session {
			return nil
		}
		return noSession(waiting.method)
	}
}

// noSession is what Chrome itself says of a session that is gone.
func noSession(method string) error {
	return debugger.ErrNoSession(method)
}

var errDetached = protocol.NewError(protocol.CodeTabNotFound, "the tab was closed; list the tabs with get_tabs")
