package debugger

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
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
	// dropGone drops those of documents that went away. Debugger.mu is held.
	dropGone(t *tab, gone func(heldDialog) bool)
	// dialogGone is told of every dialog that is gone. Debugger.mu is held.
	dialogGone(o *protocol.OpenDialog)
}

// heldDialog is a dialog's request, which waits in the browser for its answer.
type heldDialog struct {
	session, request string
	dialog           protocol.OpenDialog
	url              string
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
		if t.attached {
			all = append(all, Target{Tab: t.id})
			for _, c := range t.children {
				all = append(all, Target{Tab: t.id, Session: c.session})
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
		d.start(ctx, to, "Fetch.enable", newObject().raw("patterns", "["+pattern+"]").end())
		d.start(ctx, to, "Page.addScriptToEvaluateOnNewDocument", onNewDocument(relayScript))
		d.start(ctx, to, "Runtime.runIfWaitingForDebugger", nil)
	}
}

// requestPaused takes a page's question. What is not one of the script's gets
// no answer at all.
func (b *scriptedRelay) requestPaused(tabID int, session string, params []byte) {
	d := b.d
	m := members(params, "requestId", "frameId", "request")
	asked := members(m[2], "url", "postDataEntries")
	body, _ := base64.StdEncoding.DecodeString(text(member(element(asked[1], 0), "bytes")))
	q := members(body, "type", "message", "defaultPrompt", "url")
	h := heldDialog{session: session, request: text(m[0]), url: text(q[3]), dialog: protocol.OpenDialog{
		Type: text(q[0]), Message: truncate(text(q[1]), maxDialogText), DefaultPrompt: truncate(text(q[2]), maxDialogText), Frame: text(m[1]),
	}}
	known := h.dialog.Type == "alert" || h.dialog.Type == "confirm" || h.dialog.Type == "prompt"
	d.mu.Lock()
	t := d.tab(tabID)
	if _, ok := t.frames.Get(h.dialog.Frame); ok {
		h.url = "" // the browser's word counts, not the page's
	}
	busy := t.dialogs.Open() != nil || len(t.heldDialogs) > 0
	refused := !known || !strings.HasPrefix(text(asked[0]), relayHost) || len(t.heldDialogs) > maxHeld
	if !refused {
		t.heldDialogs = append(t.heldDialogs, h)
	}
	d.mu.Unlock()
	switch {
	case refused:
		d.start(context.Background(), Target{Tab: tabID, Session: session}, "Fetch.failRequest", newObject().str("requestId", h.request).str("errorReason", "BlockedByClient").end())
	case !busy:
		d.opening(tabID, h.dialog, h.url)
	}
}

// answer answers the request behind the open dialog.
func (b *scriptedRelay) answer(ctx context.Context, tabID int, reply supervisor.Reply) bool {
	d := b.d
	d.mu.Lock()
	t := d.tab(tabID)
	if len(t.heldDialogs) == 0 {
		d.mu.Unlock()
		return false
	}
	h := t.heldDialogs[0]
	t.heldDialogs = t.heldDialogs[1:]
	d.mu.Unlock()
	body := newObject().flag("accept", reply.Accept).str("text", reply.Text).end()
	// A request whose page went away is gone, and its dialog with it.
	_, _ = d.cdp.Send(ctx, Target{Tab: tabID, Session: h.session}, "Fetch.fulfillRequest", newObject().str("requestId", h.request).num("responseCode", 200).
		raw("responseHeaders", `[{"name":"Access-Control-Allow-Origin","value":"*"},{"name":"Cache-Control","value":"no-store"}]`).
		str("body", base64.StdEncoding.EncodeToString(body)).end())
	d.update(tabID, "", func(t *tab, _ *run) { d.dialogClosed(t) })
	b.next(tabID)
	return true
}

// next opens the dialog that has waited behind the one that is closed.
func (b *scriptedRelay) next(tabID int) {
	d := b.d
	d.mu.Lock()
	t := d.tab(tabID)
	var next heldDialog
	if len(t.heldDialogs) > 0 && t.dialogs.Open() == nil {
		next = t.heldDialogs[0]
	}
	d.mu.Unlock()
	if next.request != "" {
		d.opening(tabID, next.dialog, next.url)
	}
}

// dropGone drops the dialogs of frames whose document went away. d.mu is
// held.
func (b *scriptedRelay) dropGone(t *tab, gone func(heldDialog) bool) {
	d := b.d
	if len(t.heldDialogs) == 0 {
		return
	}
	open := gone(t.heldDialogs[0])
	t.heldDialogs = slices.DeleteFunc(t.heldDialogs, gone)
	if open {
		d.dialogClosed(t)
		t.wake()
		go b.next(t.id)
	}
}
