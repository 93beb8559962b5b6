package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/tell"
)

// Step answers one event with the next state and what to do, in order. It is a
// pure function: equal arguments give equal answers, and s and e stay as they are.
func Step(s *State, e *Event) (*State, []Effect) {
	m := &machine{State: *s, seed: uint64(e.Rand)}
	m.unshare()
	m.clock(e.At)
	m.handle(e)
	m.say(m.arrive())
	m.goOn()
	m.sweep()
	if st := m.Status(); st != m.told {
		m.told = st
		m.do(Report{st})
	}
	return &m.State, m.effects
}

// Fold is the state after all events of a journal.
func Fold(events []*Event) *State {
	s := &State{}
	for _, e := range events {
		s, _ = Step(s, e)
	}
	return s
}

// machine is one step: the state to change and the effects so far.
type machine struct {
	State
	seed    uint64
	effects []Effect
}

func (m *machine) do(e Effect) { m.effects = append(m.effects, e) }

// begin takes the number of the next effect, for which the run then waits.
func (m *machine) begin(w wait) int {
	m.id++
	m.wait = w
	return m.id
}

// longest is the most that one event may add to the time used: a clock that jumps
// uses up nothing.
const longest = 10 * 60_000

func (m *machine) clock(at int64) {
	if d := at - m.at; m.at != 0 && m.Status() == Running && d > 0 {
		m.Used.MS += min(d, longest)
	}
	m.at = at
}

// nonce makes six hex digits of the event's random bits.
func (m *machine) nonce() string {
	m.seed += 0x9e3779b97f4a7c15
	z := m.seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	text := "00000" + strconv.FormatUint(z&0xffffff, 16)
	return text[len(text)-6:]
}

func (m *machine) teller() *tell.Teller { return tell.New(m.nonce) }

// mine reports whether an answer is to what the run waits for.
func (m *machine) mine(e *Event, list ...wait) bool {
	for _, w := range list {
		if m.wait == w && e.ID == m.id {
			return true
		}
	}
	return false
}

func (m *machine) handle(e *Event) {
	if m.Run.Task == "" {
		if e.Type == Started && e.Run != nil && e.Run.Task != "" {
			m.start(e.Run, e.Sites)
		}
		return
	}
	if (e.Type == Acted || e.Type == Held) && m.answeredAside(e) {
		return
	}
	if m.End != "" && e.Type != Resumed && (e.Type != Said || e.ID != 0) {
		return
	}
	switch e.Type {
	case Answered:
		if e.Answer != nil && m.mine(e, model, summary) {
			m.answered(e)
		}
	case Faulted:
		if e.Fault != nil && m.mine(e, model, summary) {
			m.faulted(e.Fault)
		}
	case Acted:
		if m.mine(e, action) {
			m.done(e)
		} else if m.mine(e, check) {
			m.checked(e)
		} else if m.mine(e, view) {
			m.viewed(e)
		} else if m.mine(e, glancing) {
			m.glanced(e)
		} else if m.mine(e, fetchURL) {
			m.fetched(e)
		} else if m.mine(e, handOver) {
			m.handed(e)
		} else if m.mine(e, baseline) {
			m.based(e)
		}
	case Held:
		if e.Facts != nil && m.mine(e, action) {
			m.heldBack(e)
		} else if e.Facts != nil && m.mine(e, fetchURL) {
			m.fetchHeld(e.Facts)
		}
	case Decided:
		if m.mine(e, decision) {
			m.decided(e)
		}
	case Said:
		m.hears(e)
	case Paused:
		m.held, m.look = true, true
		m.Code, m.Summary = string(e.Code), m.clean(e.Text)
	case Resumed:
		m.resume(e.Limits)
	case TabLost:
		m.loses(e)
		m.strays.doubts()
		m.strays.rests = m.lost
	case TabBack:
		m.finds(e)
		m.strays.rests = false
		m.proof.acts++ // what was read before may be so no more
	case Alarm:
		if m.mine(e, retry, alarm, settle) {
			if m.wait == alarm {
				m.rings()
			}
			m.wait = nothing
		}
	case Planned:
		if m.mine(e, planning) {
			m.planned(e)
		}
	case Restarted:
		m.restarted()
	case Stopped:
		m.stop(Ended, "stopped", "The person stopped it.")
	}
}

func (m *machine) start(r *Run, sites []string) {
	m.Run = *r
	m.Run.Limits = r.Limits.Bounded()
	if m.Run.Mode != ModeAct {
		m.Run.Mode = ModeAsk
	}
	if m.Run.Tier == "" {
		m.Run.Tier = tools.Pick(r.Window, r.Local)
	}
	m.tab, m.url = r.TabID, r.URL
	m.risk.Begin(r.URL)
	m.risk.Told(r.Task, sites...)
	if m.risk.Confirm = r.Confirm; !r.Confirm {
		m.risk.Grant(r.Grants)
	}
	m.arrive()
	m.messages = []chat.Message{{Role: chat.RoleUser, Text: m.opening()}}
	m.glance = glance{due: m.tab != 0}
}

// viewed takes the picture of the first page, if there is one.
func (m *machine) viewed(e *Event) {
	m.wait = nothing
	if e.Picture != nil {
		m.pictures = append(m.pictures, *e.Picture)
	}
}

// hears takes the person's word: the answer to a question, or something to heed.
func (m *machine) hears(e *Event) {
	m.risk.Told(e.Text, e.Sites...)
	switch {
	case m.mine(e, clarify, handOver):
		m.worded(e.Text)
	case e.ID == 0:
		m.proof.more = m.proof.more || !asks(e.Text)
		if m.End != "" { // a word after the end is a further task
			m.resume(nil)
		}
		m.said = strings.TrimPrefix(m.said+"\n"+e.Text, "\n")
	}
}

// resume goes on after a pause or an end.
func (m *machine) resume(l *budget.Limits) {
	if l != nil {
		m.Run.Limits = l.Bounded()
	}
	if m.End != "" {
		if l == nil {
			m.Run.Limits.Steps = min(budget.MaxSteps, m.Used.Steps+budget.Steps/2)
		}
		m.refused, m.tries, m.last, m.spoke = 0, 0, false, false
		m.mustLook()
		m.say("The person lets you go on. The page may have changed.")
	} else if m.held {
		m.mustLook()
		m.say("The person has worked in the tab meanwhile.")
	}
	m.proof.acts++ // what was read before may be so no more
	m.End, m.Code, m.Summary, m.held, m.lostAt = "", "", "", false, 0
}

// restarted makes again what nobody will answer any more. The readings that follow are
// no circle of the model's, so what was before counts no more.
func (m *machine) restarted() {
	m.loop = loop.State{}
	m.strays.doubts()
	m.strays.rests = false
	m.lostAt = 0 // a browser that began anew, too, has its tabs under other numbers
	switch m.wait {
	case model, summary, retry, check, settle, view, baseline:
		m.wait = nothing
	case glancing:
		m.wait, m.glance.due = nothing, true
	case planning:
		m.do(Plan{ID: m.id, Job: m.plan})
	case action, fetchURL, sources:
		m.broken("bua was restarted while this was being done", "")
	case clarify:
		m.do(Question{ID: m.id, Text: m.asks.Text})
	case handOver:
		m.hand()
	case decision:
		m.do(Question{ID: m.id, Risk: m.asks})
	case alarm:
		m.do(Wait{ID: m.id, At: m.due})
	}
}

// broken ends the action under way without an answer. A reading is simply told to
// be lost; of an act nobody knows whether it happened, and it is not repeated.
func (m *machine) broken(why string, outcome protocol.ErrorOutcome) {
	switch m.wait {
	case view, baseline:
		m.wait = nothing
	case glancing:
		m.wait, m.glance.due = nothing, true
	case fetchURL:
		m.leaves(false)
		m.fetchBroken(why)
	case sources:
		m.leaves(false)
		m.wait = nothing
		m.result("No answer: "+why+". Ask again.", true)
	case check, settle:
		m.wait = nothing // done is asked for again by the model
		m.proof.forget()
		m.result("Nothing was checked: "+why+".", true)
	}
	if m.wait != action {
		return
	}
	m.do(Cancel{m.id})
	m.wait, m.asks = nothing, risk.Approval{}
	switch {
	case m.reads:
		m.result("No answer: "+why+". Read again.", true)
		return
	case outcome == protocol.ErrorNotDone:
		m.cut = "an earlier call failed"
		m.result("Not done: "+why+".", true)
		return
	}
	if a, ok := m.pending(); ok {
		m.weighed(a, nil)
	}
	m.uncertain("outcome is not known: " + why + ". It may have happened. Read the page before anything else.")
}

// uncertain gives the result of an act that may have happened.
func (m *machine) uncertain(text string) {
	m.doubt = true
	m.mustLook()
	m.cut = "an earlier call's outcome is not known"
	m.result("The "+text, true)
}

// stop ends the run. Every call gets its result all the same, so that the
// conversation can go on later.
func (m *machine) stop(end Status, code, summary string) {
	if m.End != "" {
		return
	}
	flying := m.wait == action && !m.reads || m.wait == fetchURL && m.fetch.stage == fetchWrite
	m.doubt, m.look = m.doubt || flying, m.look || flying
	switch m.wait {
	case nothing:
	case fetchURL, sources:
		m.leaves(true)
		m.fetch = fetching{}
	default:
		m.do(Cancel{m.id})
	}
	m.strays.rests = false
	m.wait = nothing
	for m.next < len(m.batch) {
		text := "Not done: the run was ended."
		if flying {
			text, flying = "The run was ended; whether this was done is not known.", false
		}
		m.result(text, true)
	}
	m.batch, m.next = nil, 0
	m.proof.forget()
	if end == Failed && m.doubt {
		end = Unknown
	}
	m.End, m.Code, m.Summary = end, code, m.clean(summary)
}

// goOn does what comes next, until there is something to wait for.
func (m *machine) goOn() {
	for m.Run.Task != "" && m.End == "" && m.wait == nothing && !m.held && !m.lost {
		switch {
		case m.next < len(m.batch):
			m.carry(m.batch[m.next])
		case m.glance.due:
			m.glances()
		case len(m.batch) > 0:
			m.batch, m.next, m.cut, m.gone = nil, 0, "", false
			m.flush() // beside the results, pictures last
		default:
			m.ask()
		}
	}
}

// say tells the model something after the results.
func (m *machine) say(text string) {
	if text != "" {
		m.notice = strings.TrimPrefix(m.notice+"\n"+text, "\n")
	}
}

// flush writes what is to be told into the conversation.
func (m *machine) flush() {
	text := m.notice
	if m.said != "" {
		text = strings.TrimPrefix(text+"\nThe person says: "+m.said, "\n")
	}
	if text == "" && len(m.pictures) == 0 {
		return
	}
	if n := len(m.messages); n > 0 && m.messages[n-1].Role == chat.RoleUser {
		// Two in a row would be refused by some servers.
		old := m.messages[n-1]
		if text != "" {
			old.Text += "\n\n" + text
		}
		old.Pictures = append(append([]chat.Picture(nil), old.Pictures...), m.pictures...)
		m.messages = append(append([]chat.Message(nil), m.messages[:n-1]...), old)
	} else {
		m.messages = append(m.messages, chat.Message{Role: chat.RoleUser, Text: text, Pictures: m.pictures})
	}
	m.notice, m.said, m.pictures = "", "", nil
}
