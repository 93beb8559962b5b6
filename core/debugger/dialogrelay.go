package debugger

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// Between bua and a remote browser there may be a proxy that closes every
// dialog by itself, before anybody can answer. With the relay a page's
// dialogs never open: alert, confirm and prompt send a synchronous request to
// a host that does not exist, the browser holds it back for us, and the answer
// to the dialog is the answer to the request. A page that may not send it, or
// gets no answer, opens the native dialog; so does a frame of another site that
// was there before the relay was.

const (
	// relayHost is reserved: no name under .invalid is ever resolved.
	relayHost = "https://bua-dialog.invalid/"
	// atOnce is how soon after it opened nobody but a program closes a dialog.
	atOnce = 150 * time.Millisecond
	// maxHeld is how many frames' dialogs wait behind the open one.
	maxHeld = 8
)

const relayScript = `{const X=XMLHttpRequest,S=JSON.stringify,P=JSON.parse,R=Reflect.apply,wrap=(name,get)=>{window[name]=new Proxy(window[name],{apply(f,t,a){` +
	`let r;try{const x=new X();x.open("POST","` + relayHost + `",false);x.send(S({type:name,message:a[0]===void 0?"":String(a[0]).slice(0,1e3),defaultPrompt:a[1]===void 0?"":String(a[1]).slice(0,1e3),url:location.href}));if(x.status===200)r=P(x.responseText)}catch{}` +
	`return r?get(r):R(f,t,a)}})};wrap("alert",()=>{});wrap("confirm",r=>r.accept);wrap("prompt",r=>r.accept?r.text:null)}`

// dialogRelay is what a Debugger has beyond the worker's where something may stand
// between bua and a remote browser. Only [RelayDialogs] makes one, so a program that
// does not call it does not hold the code.
type dialogRelay interface {
	// install lets a session's dialogs go over it, if it is on.
	install(ctx context.Context, to Target)
	// pattern is of the requests that it wants held back, "" for none.
	pattern() string
	// requestPaused takes a request that the browser holds back.
	requestPaused(tabID int, session string, params []byte)
	// answer closes a dialog that came over it, false if none did.
	answer(ctx context.Context, tabID int, reply supervisor.Reply) bool
	// next opens the dialog that has waited behind the one that is closed.
	next(tabID int)
	// dialogGone is told of every dialog that is gone. Debugger.mu is held.
	dialogGone(o *protocol.OpenDialog)
}

// RelayDialogs makes a debugger watch for dialogs that something between it and the
// browser closes by itself; from the first one on, and with on from the
// beginning, dialogs go over the relay. Called before anything else.
func RelayDialogs(d *Debugger, on bool) { d.relay = &scriptedRelay{d: d, on: on} }

// scriptedRelay is the relay.
type scriptedRelay struct {
	d  *Debugger
	on bool // dialogs go over it; guarded by Debugger.mu
}

// dialogGone turns the relay on when a dialog was closed sooner than anybody
// could have read it. That one is lost: its answer was the proxy's. d.mu is
// held.
func (b *scriptedRelay) dialogGone(o *protocol.OpenDialog) {
	d := b.d
	if b.on || o.ClosedBy != protocol.ClosedByRemote || o.ClosedAt-o.OpenedAt > atOnce.Milliseconds() {
		return
	}
	b.on = true
	var all []Target
	for _, t := range d.tabs {
		if t.Attached {
			all = append(all, Target{Tab: t.id})
			for _, c := range t.Children {
				all = append(all, Target{Tab: t.id, Session: c.Session})
			}
		}
	}
	go func() {
		for _, to := range all {
			b.install(context.Background(), to)
		}
	}()
}

func (b *scriptedRelay) pattern() string {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	if !b.on {
		return ""
	}
	return `{"urlPattern":"` + relayHost + `*"}`
}

func (b *scriptedRelay) install(ctx context.Context, to Target) {
	d := b.d
	if pattern := b.pattern(); pattern != "" {
		// The requests of a frame that has begun already are not held back.
		d.start(ctx, to, "Target.setAutoAttach", autoAttach(true))
		d.start(ctx, to, "Fetch.enable", new(scan.Object).Raw("patterns", "["+pattern+"]").JSON())
		d.start(ctx, to, "Page.addScriptToEvaluateOnNewDocument", onNewDocument(relayScript))
		d.start(ctx, to, "Runtime.runIfWaitingForDebugger", nil)
	}
}

// requestPaused takes a page's question. What is not one of the script's gets
// no answer at all.
func (b *scriptedRelay) requestPaused(tabID int, session string, params []byte) {
	d := b.d
	m := scan.Members(params, "requestId", "frameId", "request")
	asked := scan.Members(m[2], "url", "postDataEntries")
	body, _ := base64.StdEncoding.DecodeString(scan.TextAt(scan.Nth(asked[1], 0), "bytes"))
	q := scan.Members(body, "type", "message", "defaultPrompt", "url")
	h := tabstate.HeldDialog{Session: session, Request: scan.String(m[0]), URL: scan.String(q[3]), Dialog: *tabstate.NewDialog(scan.String(q[0]), scan.String(q[1]), scan.String(q[2]), scan.String(m[1]))}
	known := h.Dialog.Type == "alert" || h.Dialog.Type == "confirm" || h.Dialog.Type == "prompt"
	d.mu.Lock()
	t := d.tab(tabID)
	if _, ok := t.Frames.Get(h.Dialog.Frame); ok {
		h.URL = "" // the browser's word counts, not the page's
	}
	busy := t.Dialogs.Open() != nil || len(t.HeldDialogs) > 0
	refused := !known || !strings.HasPrefix(scan.String(asked[0]), relayHost) || len(t.HeldDialogs) > maxHeld
	if !refused {
		t.HeldDialogs = append(t.HeldDialogs, h)
	}
	d.mu.Unlock()
	switch {
	case refused:
		d.start(context.Background(), Target{Tab: tabID, Session: session}, "Fetch.failRequest", new(scan.Object).Str("requestId", h.Request).Str("errorReason", "BlockedByClient").JSON())
	case !busy:
		b.open(tabID, &h)
	}
}

// answer answers the request behind the open dialog.
func (b *scriptedRelay) answer(ctx context.Context, tabID int, reply supervisor.Reply) bool {
	d := b.d
	d.mu.Lock()
	t := d.tab(tabID)
	if len(t.HeldDialogs) == 0 {
		d.mu.Unlock()
		return false
	}
	h := t.HeldDialogs[0]
	t.HeldDialogs = t.HeldDialogs[1:]
	d.mu.Unlock()
	body := new(scan.Object).Bool("accept", reply.Accept).Str("text", reply.Text).JSON()
	// A request whose page went away is gone, and its dialog with it.
	_, _ = d.cdp.Send(ctx, Target{Tab: tabID, Session: h.Session}, "Fetch.fulfillRequest", new(scan.Object).Str("requestId", h.Request).Num("responseCode", 200).
		Raw("responseHeaders", `[{"name":"Access-Control-Allow-Origin","value":"*"},{"name":"Cache-Control","value":"no-store"}]`).
		Str("body", base64.StdEncoding.EncodeToString(body)).JSON())
	d.update(tabID, func(t *tab, _ *run) { d.dialogClosed(t) })
	b.next(tabID)
	return true
}

// next opens the dialog that has waited behind the one that is closed.
func (b *scriptedRelay) next(tabID int) {
	d := b.d
	d.mu.Lock()
	t := d.tab(tabID)
	var next tabstate.HeldDialog
	if len(t.HeldDialogs) > 0 && t.Dialogs.Open() == nil {
		next = t.HeldDialogs[0]
	}
	d.mu.Unlock()
	if next.Request != "" {
		b.open(tabID, &next)
	}
}

// open has a held dialog open.
func (b *scriptedRelay) open(tabID int, h *tabstate.HeldDialog) {
	d := b.d
	d.mu.Lock()
	t := d.tab(tabID)
	r := t.run
	news := tabstate.OpenDialog(&t.Tab, &h.Dialog, h.URL, d.clock.Now())
	d.note(t, news, true)
	d.mu.Unlock()
	d.act(t, r, news, nil)
}
