package worker

import (
	"context"
	"strconv"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// answer does what the person asked for in one of the extension's pages:
//
//	getState {}                            → [State]
//	stop {"tabId"}                         → true when there was a session
//	resume {"tabId"}                       → true when the agent was kept out of it; 0 is everything
//	stopAll {}                             → how many ended
//	pair {"serverUrl","code","deviceName"} → true; the state tells how it went
//	confirm {"host","accept"}              → true; of the server that the state asks about
//	retry {}                               → true
//	checkEntry {"entry"}                   → true when the blocklist takes it
//	clearHistory {}                        → true
//	consent {"domain","answer"}            → true when that changed anything
//	consentMode {"mode"}                   → true
//	help {"tabId","at","outcome"}          → true when it was still asked
//	dialog {"tabId","dialog","accept","text"} → true when it was still open
//
// The answer is {"ok":value} or {"error":{"code","message"}}. The sender is
// checked in serviceworker/messages.ts.
func (w *Worker) answer(id int, method string, args []byte) {
	var tab int
	var at int64
	var server, host, code, device, entry, domain, can, what, verdict, mode, dialog, said string
	accept := false
	_ = chrome.Members(args, func(name string, v []byte) {
		switch name {
		case "tabId":
			tab = chrome.Int(v)
		case "at":
			at, _ = scan.Int(string(v))
		case "outcome":
			verdict = chrome.Text(v)
		case "serverUrl":
			server = chrome.Text(v)
		case "host":
			host = chrome.Text(v)
		case "code":
			code = chrome.Text(v)
		case "deviceName":
			device = chrome.Text(v)
		case "entry":
			entry = chrome.Text(v)
		case "domain":
			domain = chrome.Text(v)
		case "can":
			can = chrome.Text(v)
		case "what":
			what = chrome.Text(v)
		case "mode", "profile":
			mode = chrome.Text(v)
		case "answer":
			verdict = chrome.Text(v)
		case "dialog":
			dialog = chrome.Text(v)
		case "text":
			said = chrome.Text(v)
		case "accept":
			accept = string(v) == "true"
		}
	})
	switch method {
	case "getState":
		w.links.put(func() { w.reply(id, w.appendState(nil, w.state.Status())) })
	case "stop":
		if tab <= 0 {
			w.refuse(id, "stop: tabId must be the number of a tab")
			return
		}
		w.reply(id, strconv.AppendBool(nil, w.Dispatcher.Stop(tab)))
	case "resume":
		w.reply(id, strconv.AppendBool(nil, w.Dispatcher.Resume(tab)))
	case "stopAll":
		w.reply(id, strconv.AppendInt(nil, int64(w.Dispatcher.StopAll()), 10))
	case "pair":
		if _, err := link.ParseURL("serverUrl", server); err != nil {
			w.refuse(id, "pair: "+protocol.AsError(err).Message)
			return
		}
		if code == "" {
			w.refuse(id, "pair: code is missing; get one with bua pair")
			return
		}
		w.step(link.Pair{ServerURL: server, Code: code, DeviceName: device})
		w.reply(id, []byte("true"))
	case "confirm":
		w.step(link.Confirm{Host: host, Yes: accept})
		w.reply(id, []byte("true"))
	case "retry":
		w.step(link.Retry{})
		w.reply(id, []byte("true"))
	case "checkEntry":
		if _, err := session.ParseRule(w.Host, entry); err != nil {
			w.refuse(id, protocol.AsError(err).Message)
			return
		}
		w.reply(id, []byte("true"))
	case "clearHistory":
		w.Dispatcher.ClearHistory()
		w.reply(id, []byte("true"))
	case "consent":
		switch v := session.Verdict(verdict); v {
		case session.Once, session.Site, session.Deny, session.Forget:
			w.reply(id, strconv.AppendBool(nil, w.Dispatcher.Consent(session.SubjectOf(can, domain, what), v)))
		default:
			w.refuse(id, "consent: answer must be once, site, deny or forget")
		}
	case "help":
		switch o := protocol.Outcome(verdict); o {
		case protocol.OutcomeDone, protocol.OutcomeDeclined:
			w.reply(id, strconv.AppendBool(nil, w.Dispatcher.Help(tab, at, o)))
		default:
			w.refuse(id, "help: outcome must be done or declined")
		}
	case "dialog":
		w.reply(id, strconv.AppendBool(nil, w.Dispatcher.Dialog(tab, dialog, accept, said)))
	case "profile":
		switch p := session.Profile(mode); p {
		case session.ProfileDefault, session.ProfileStrict:
			if !w.Dispatcher.Profile(p) {
				w.refuse(id, "profile: the organisation has chosen it")
				return
			}
			w.reply(id, []byte("true"))
		default:
			w.refuse(id, "profile: must be default or strict")
		}
	case "consentMode":
		switch m := session.Mode(mode); m {
		case session.ConsentOff, session.ConsentAsk, session.ConsentPerOrigin:
			if !w.Dispatcher.ConsentMode(m) {
				w.refuse(id, "consentMode: the organisation has chosen it")
				return
			}
			w.reply(id, []byte("true"))
		default:
			w.refuse(id, "consentMode: must be off, ask or per-origin")
		}
	default:
		w.refuse(id, "there is no method of this name; reload the page after an update of the extension")
	}
}

func (w *Worker) reply(id int, value []byte) {
	w.Host.Post(append(append([]byte(`{"call":"reply","message":`+strconv.Itoa(id)+`,"value":{"ok":`), value...), "}}"...))
}

func (w *Worker) refuse(id int, message string) {
	q := []byte(`{"call":"reply","message":` + strconv.Itoa(id) + `,"value":{"error":{"code":"invalid_action","message":`)
	q = scan.AppendQuote(q, message)
	w.Host.Post(append(q, "}}}"...))
}

// report shows the state of the link to the person.
func (w *Worker) report(s link.Status) {
	w.Host.Post(append(w.appendState([]byte(`{"call":"broadcast","value":`), s), '}'))
}

// reread tells the link that the pairing in storage has changed.
func (w *Worker) reread() {
	data, err := chrome.Store{Host: w.Host}.Get(context.Background(), "local", link.KeyConfig)
	if err == nil {
		w.step(link.ConfigChanged{Config: data})
	}
}
