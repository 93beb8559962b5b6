package worker

import (
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What the extension's pages may ask. Each struct with a line //bua:message is
// one method with its arguments; its method answer is the handler, which
// returns the answer, or why the question is refused. `go run ./build gen`
// writes the reader, the call of the handler, and the types that the pages ask
// with. A message that is answered later gets a function for its answer.
//
// Arguments are not checked before the handler sees them: one that is missing
// or of another kind is empty.

// getStateMessage asks for the link, the sessions with their last action, and
// why nothing is allowed.
//
//bua:message getState answers=State later
type getStateMessage struct{}

func (getStateMessage) answer(w *Worker, reply func(State)) {
	w.links.put(func() { reply(w.stateOf(w.state.Status())) })
}

// stopMessage ends the session of a tab. It answers whether there was one.
//
//bua:message stop answers=bool
type stopMessage struct {
	TabID int `json:"tabId"`
}

func (m stopMessage) answer(w *Worker) (ok bool, refusal string) {
	if m.TabID <= 0 {
		return false, "stop: tabId must be the number of a tab"
	}
	return w.Dispatcher.Stop(m.TabID), ""
}

// resumeMessage lets the agent back into a tab, 0 for everything. It answers
// whether the agent was kept out of it.
//
//bua:message resume answers=bool
type resumeMessage struct {
	TabID int `json:"tabId"`
}

func (m resumeMessage) answer(w *Worker) (ok bool, refusal string) {
	return w.Dispatcher.Resume(m.TabID), ""
}

// stopAllMessage ends every session. It answers how many there were.
//
//bua:message stopAll answers=int
type stopAllMessage struct{}

func (stopAllMessage) answer(w *Worker) (ended int, refusal string) {
	return w.Dispatcher.StopAll(), ""
}

// pairMessage redeems a code. How it went is in the state.
//
//bua:message pair answers=true
type pairMessage struct {
	ServerURL  string `json:"serverUrl"`
	Code       string `json:"code"`
	DeviceName string `json:"deviceName"`
}

func (m pairMessage) answer(w *Worker) (refusal string) {
	if _, err := link.ParseURL("serverUrl", m.ServerURL); err != nil {
		return "pair: " + protocol.AsError(err).Message
	}
	if m.Code == "" {
		return "pair: code is missing; get one with bua pair"
	}
	w.step(link.Pair{ServerURL: m.ServerURL, Code: m.Code, DeviceName: m.DeviceName})
	return ""
}

// confirmMessage answers what the state asks: whether to pair with a server elsewhere.
//
//bua:message confirm answers=true
type confirmMessage struct {
	Host   string `json:"host"`
	Accept bool   `json:"accept"`
}

func (m confirmMessage) answer(w *Worker) (refusal string) {
	w.step(link.Confirm{Host: m.Host, Yes: m.Accept})
	return ""
}

// retryMessage connects now instead of later.
//
//bua:message retry answers=true
type retryMessage struct{}

func (retryMessage) answer(w *Worker) (refusal string) {
	w.step(link.Retry{})
	return ""
}

// checkEntryMessage asks whether the blocklist takes an entry; the refusal says why not.
//
//bua:message checkEntry answers=true
type checkEntryMessage struct {
	Entry string `json:"entry"`
}

func (m checkEntryMessage) answer(w *Worker) (refusal string) {
	if _, err := session.ParseRule(w.Host, m.Entry); err != nil {
		return protocol.AsError(err).Message
	}
	return ""
}

// refusesMessage asks whether no agent may be at an address, whatever the person has
// been asked there.
//
//bua:message refuses answers=bool
type refusesMessage struct {
	URL string `json:"url"`
}

func (m refusesMessage) answer(w *Worker) (ok bool, refusal string) {
	return w.Dispatcher.Refuses(m.URL), ""
}

// clearHistoryMessage empties the audit log; one row stays and says so.
//
//bua:message clearHistory answers=true
type clearHistoryMessage struct{}

func (clearHistoryMessage) answer(w *Worker) (refusal string) {
	w.Dispatcher.ClearHistory()
	return ""
}

// consentMessage is the person's answer to what they are asked. It answers
// whether that changed anything, when it is in force and stored.
//
//bua:message consent answers=bool
type consentMessage struct {
	// Domain is an origin in the strict profile.
	Domain string `json:"domain"`
	// Can is a capability or the kind of an act, "" outside of the strict profile.
	Can string `json:"can"`
	// What names the act.
	What   string          `json:"what"`
	Answer session.Verdict `json:"answer"`
}

func (m consentMessage) answer(w *Worker) (ok bool, refusal string) {
	switch m.Answer {
	case session.Once, session.Site, session.Deny, session.Forget:
		return w.Dispatcher.Consent(session.SubjectOf(m.Can, m.Domain, m.What), m.Answer), ""
	}
	return false, "consent: answer must be once, site, deny or forget"
}

// consentModeMessage chooses whether the person is asked. It is refused where
// the organisation has chosen.
//
//bua:message consentMode answers=true
type consentModeMessage struct {
	Mode session.Mode `json:"mode"`
}

func (m consentModeMessage) answer(w *Worker) (refusal string) {
	switch m.Mode {
	case session.ConsentOff, session.ConsentAsk, session.ConsentPerOrigin:
		if !w.Dispatcher.ConsentMode(m.Mode) {
			return "consentMode: the organisation has chosen it"
		}
		return ""
	}
	return "consentMode: must be off, ask or per-origin"
}

// profileMessage chooses a profile. It is refused where the organisation has chosen.
//
//bua:message profile answers=true
type profileMessage struct {
	Profile session.Profile `json:"profile"`
}

func (m profileMessage) answer(w *Worker) (refusal string) {
	switch m.Profile {
	case session.ProfileDefault, session.ProfileStrict:
		if !w.Dispatcher.Profile(m.Profile) {
			return "profile: the organisation has chosen it"
		}
		return ""
	}
	return "profile: must be default or strict"
}

// helpMessage is the person's answer to what the agent asked them to do. It
// answers whether the request of that time was still open.
//
//bua:message help answers=bool
type helpMessage struct {
	TabID   int              `json:"tabId"`
	At      int64            `json:"at"`
	Outcome protocol.Outcome `json:"outcome" bua:"but=timed_out"`
}

func (m helpMessage) answer(w *Worker) (ok bool, refusal string) {
	switch m.Outcome {
	case protocol.OutcomeDone, protocol.OutcomeDeclined:
		return w.Dispatcher.Help(m.TabID, m.At, m.Outcome), ""
	}
	return false, "help: outcome must be done or declined"
}

// dialogMessage closes a dialog of a page. It answers whether it still waited.
//
//bua:message dialog answers=bool
type dialogMessage struct {
	TabID  int    `json:"tabId"`
	Dialog string `json:"dialog"`
	Accept bool   `json:"accept"`
	// Text is for a prompt.
	Text string `json:"text"`
}

func (m dialogMessage) answer(w *Worker) (ok bool, refusal string) {
	return w.Dispatcher.Dialog(m.TabID, m.Dialog, m.Accept, m.Text), ""
}
