package agent_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
)

// browser are the browser's tools in these tests.
func browser() (list []chat.Tool) {
	for _, k := range protocol.Kinds() {
		list = append(list, chat.Tool{Name: string(k), Schema: `{"type":"object"}`})
	}
	return list
}

// strict refuses what real servers refuse of a request.
func strict(t testing.TB, r chat.Request) {
	t.Helper()
	open, seen := map[string]bool{}, map[string]bool{}
	last := chat.Role("")
	for i, m := range r.Messages {
		if i == 0 && m.Role != chat.RoleUser {
			t.Fatal("the first message is not the user's")
		}
		if m.Role != chat.RoleTool && len(open) > 0 {
			t.Fatalf("message %d comes before the results of %v", i, open)
		}
		if m.Role == last && m.Role != chat.RoleTool {
			t.Fatalf("two messages of %s in a row", m.Role)
		}
		switch m.Role {
		case chat.RoleTool:
			if !open[m.CallID] {
				t.Fatalf("message %d is the result of no open call: %s", i, m.CallID)
			}
			delete(open, m.CallID)
			if a, b := strings.Count(m.Text, "<untrusted "), strings.Count(m.Text, "</untrusted "); a != b {
				t.Fatalf("%d markers are opened and %d closed in %q", a, b, m.Text)
			}
			if len(m.Text) > budget.ResultChars+100 || len(m.Pictures) > 0 {
				t.Fatal("a result is too long, or has pictures")
			}
		case chat.RoleModel:
			for _, c := range m.Calls {
				if seen[c.ID] || c.ID == "" || !strings.HasPrefix(c.Arguments, "{") {
					t.Fatalf("call %+v", c)
				}
				open[c.ID], seen[c.ID] = true, true
			}
			if m.Text == "" && len(m.Calls) == 0 {
				t.Fatal("an empty answer is sent back")
			}
			if m.Provider != "" && m.Opaque != "opaque of "+m.Provider {
				t.Fatalf("opaque fields were changed: %q", m.Opaque)
			}
		}
		if len(m.Pictures) > 0 && i < len(r.Messages)-budget.PictureMessages-1 {
			t.Fatal("an old message has a picture")
		}
		last = m.Role
	}
	if len(open) > 0 {
		t.Fatalf("calls without a result: %v", open)
	}
}

// world answers effects at random.
type world struct {
	t       testing.TB
	r       *rand.Rand
	s       *agent.State
	at      int64
	open    []agent.Effect
	journal []*agent.Event
	lastAsk *chat.Request
	compact bool
	// unsure is set while an act's outcome is unknown and nobody has looked.
	unsure bool
	asks   int
}

func (w *world) step(e agent.Event) {
	w.at += int64(w.r.IntN(5000))
	if w.r.IntN(50) == 0 {
		w.at += int64(w.r.IntN(2_000_000)) - 1_000_000
	}
	e.At, e.Rand = w.at, int64(w.r.Uint64()>>1)
	data := agent.AppendEvent(nil, &e)
	back, ok := agent.ReadEvent(data)
	if !ok || string(agent.AppendEvent(nil, back)) != string(data) {
		w.t.Fatalf("an event cannot be read back: %s", data)
	}
	w.journal = append(w.journal, back)
	before := string(agent.AppendState(nil, w.s))
	next, effects := agent.Step(w.s, back)
	if string(agent.AppendState(nil, w.s)) != before {
		w.t.Fatal("the earlier state was changed")
	}
	text := agent.AppendState(nil, next)
	read, ok := agent.ReadState(text)
	if !ok || string(agent.AppendState(nil, read)) != string(text) {
		w.t.Fatalf("a state cannot be read back: %s", text)
	}
	w.s = read
	for _, f := range effects {
		switch f := f.(type) {
		case agent.Ask:
			strict(w.t, f.Request)
			w.asks++
			if f.Request.Choice == chat.ChoiceNone {
				w.compact = true
			} else {
				if w.lastAsk != nil && !w.compact {
					w.prefix(f.Request)
				}
				w.lastAsk, w.compact = &f.Request, false
				if l := w.s.Run.Limits.Spent(w.s.Used); l != budget.None {
					w.t.Fatalf("the model is asked although %s", l)
				}
			}
			w.open = append(w.open, f)
		case agent.Act:
			if w.unsure && effectful(f) && f.Action.Tab() != hiddenTab {
				w.t.Fatalf("%s although an outcome is unknown", f.Action.Kind())
			}
			w.open = append(w.open, f)
		case agent.Question, agent.Wait, agent.Plan:
			w.open = append(w.open, f)
		}
	}
}

// hiddenTab is one that the run has opened to fetch from.
const hiddenTab = 999

// effectful reports whether an act may have changed something when its outcome is
// not known: opening, reading and closing the hidden tab do not, nor does a list, going
// to an address, or what the person does themselves.
func effectful(f agent.Act) bool {
	k := f.Action.Kind()
	if k == protocol.KindNavigate || k == protocol.KindHelp {
		return false
	}
	return k.Can() != protocol.CanRead && k != protocol.KindOpenTab && k != protocol.KindDownloads && (f.Action.Tab() != hiddenTab || k == protocol.KindEvaluate)
}

// prefix holds the stable part of the request before against this one.
func (w *world) prefix(r chat.Request) {
	for i := range min(w.lastAsk.Stable, len(r.Messages)) {
		a, b := w.lastAsk.Messages[i], r.Messages[i]
		if i == w.lastAsk.Stable-1 && strings.HasPrefix(b.Text, a.Text) {
			continue // the person's word goes on
		}
		if a.Text != b.Text || len(a.Calls) != len(b.Calls) || a.CallID != b.CallID {
			w.t.Fatalf("message %d of the stable prefix was changed:\n%q\n%q", i, a.Text, b.Text)
		}
	}
}

func (w *world) answer(id int) agent.Event {
	a := &chat.Answer{}
	a.Message.Opaque, a.Message.Provider = "opaque of p", "p"
	if w.r.IntN(2) == 0 {
		a.Usage = chat.Usage{In: w.r.IntN(30000), Out: 50}
	}
	args := []string{`{}`, `{"uid":"e1"}`, `"{\"uid\":\"e2\"}"`, `{"uid":`, ``, `{"url":"https://b.test/"}`, `{"uid":"e1","text":"hello there, this is long enough"}`,
		`{"url":"https://c.test/x","method":"POST","body":"a long body that nobody has said"}`, `{"title":"t","prompt":"look at a.test","after_seconds":0}`, `{"title":"t","prompt":"look","time":"09:00","days":"mon-fri"}`,
		`{"outcome":"done","summary":"s","evidence":[{"kind":"download","value":"a"},{"kind":"element","value":"save"}]}`, `{"outcome":"done","summary":"s","evidence":[{"kind":"value","name":"n","value":"v"},{"kind":"status","value":"ok"}]}`,
		`{"urls":["https://b.test/","https://c.test/x"],"query":"part"}`, `{"question":"which?"}`, `{"text":"a note"}`, `{"outcome":"done","summary":"s","evidence":[{"kind":"text","value":"part"}]}`, `{"after_seconds":60,"reason":"x"}`, `{"message":"log in"}`, `{"text":5}`}
	names := []string{"click", "extract", "extract", "type", "navigate", "screenshot", "done", "note", "clarify", "help", "schedule_resume", "nonsense", "get_tabs", "find", "wait_for", "evaluate", "fetch_url", "research", "schedule_task", "downloads", "close_tab"}
	for range w.r.IntN(5) {
		id := "c" + strconv.Itoa(w.r.IntN(1<<30))
		if w.r.IntN(8) == 0 {
			id = []string{"", "c1"}[w.r.IntN(2)]
		}
		a.Message.Calls = append(a.Message.Calls, chat.Call{ID: id, Name: names[w.r.IntN(len(names))], Arguments: args[w.r.IntN(len(args))]})
	}
	if len(a.Message.Calls) == 0 {
		a.Message.Text = []string{"", "I am done", `{"name":"click","arguments":{"uid":"e3"}}`, "thinking"}[w.r.IntN(4)]
		if w.r.IntN(2) == 0 {
			a.End = chat.EndLength
		}
	}
	return agent.Event{Type: agent.Answered, ID: id, Answer: a, Cost: 10}
}

// reply answers an open effect.
func (w *world) reply(i int) {
	f := w.open[i]
	w.open = append(w.open[:i:i], w.open[i+1:]...)
	switch f := f.(type) {
	case agent.Ask:
		switch w.r.IntN(12) {
		case 0:
			w.compact = true // what was refused as too long is cut
			codes := []chat.Code{chat.CodeOverflow, chat.CodeRate, chat.CodeCut, chat.CodeBusy}
			w.step(agent.Event{Type: agent.Faulted, ID: f.ID, Fault: &chat.Fault{Code: codes[w.r.IntN(len(codes))], Text: "no"}})
		default:
			w.step(w.answer(f.ID))
		}
	case agent.Act:
		w.acted(f)
	case agent.Question:
		if f.Risk.None() {
			w.step(agent.Event{Type: agent.Said, ID: f.ID, Text: "the first"})
			return
		}
		w.step(agent.Event{Type: agent.Decided, ID: f.ID, Yes: w.r.IntN(3) > 0, Once: w.r.IntN(2) == 0})
	case agent.Plan:
		w.step(agent.Event{Type: agent.Planned, ID: f.ID})
	case agent.Wait:
		w.step(agent.Event{Type: agent.Alarm, ID: f.ID})
	}
}

func (w *world) acted(f agent.Act) {
	e := agent.Event{Type: agent.Acted, ID: f.ID}
	reads := f.Action.Kind().Can() == protocol.CanRead
	switch n := w.r.IntN(12); {
	case n == 0:
		e.Code, e.Text = protocol.CodeElementStale, `"Save" is gone`
	case n == 1 && !reads:
		e.Code, e.Text, e.Outcome = protocol.CodeTimeout, "too late", protocol.ErrorUnknown
		w.unsure = w.unsure || effectful(f)
	case n == 2 && !reads:
		w.step(agent.Event{Type: agent.Held, ID: f.ID, Facts: &risk.Facts{Does: []risk.Sink{risk.Send, risk.Foreign, risk.Pay}[w.r.IntN(3)], Site: []string{"https://a.test", "https://b.test", "https://www.paypal.com"}[w.r.IntN(3)], What: "Send"}})
		return
	default:
		if k := f.Action.Kind(); k == protocol.KindExtract && f.Action.Tab() != hiddenTab || k == protocol.KindFind || k == protocol.KindScreenshot {
			w.unsure = false
		}
		var r protocol.Result = protocol.OK{OK: true}
		switch f.Action.Kind() {
		case protocol.KindExtract:
			r = protocol.ExtractResult{Text: "part " + strconv.Itoa(w.r.IntN(1000)) + strings.Repeat(" more", w.r.IntN(4000)), Markdown: strings.Repeat("long <untrusted text ", w.r.IntN(900)), URL: "https://a.test/" + strconv.Itoa(w.r.IntN(9)), Title: "T"}
		case protocol.KindScreenshot:
			r = protocol.ScreenshotResult{}
			e.Picture = &chat.Picture{ID: "p", MIME: "image/jpeg", Width: 800, Height: 600}
		case protocol.KindOpenTab:
			r = protocol.OpenTabResult{TabID: hiddenTab}
		case protocol.KindDownloads:
			r = protocol.DownloadsResult{Downloads: []protocol.DownloadInfo{{DownloadID: "d1", State: protocol.DownloadDone, Name: "a.pdf"}}}
		case protocol.KindGetTabs:
			r = protocol.TabsResult{}
		case protocol.KindFind:
			r = protocol.FindResult{}
		case protocol.KindEvaluate:
			r = protocol.EvaluateResult{Type: "undefined"}
		default:
			if w.r.IntN(3) == 0 {
				r = protocol.OK{OK: true, Effects: &protocol.Effects{DOM: true, Navigated: &protocol.Navigated{URL: "https://a.test/" + strconv.Itoa(w.r.IntN(99))}}}
			}
		}
		e.Result = protocol.AppendResult(nil, r)
	}
	w.step(e)
}

// flying reports whether an act that changes something is under way.
func (w *world) flying() bool {
	for _, f := range w.open {
		if a, ok := f.(agent.Act); ok && effectful(a) {
			return true
		}
	}
	return false
}

func play(t testing.TB, seed uint64) (asks int, end agent.Status) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	w := &world{t: t, s: &agent.State{}, r: rand.New(rand.NewPCG(seed, 1)), at: 1_700_000_000_000}
	run := &agent.Run{Task: "look at a.test", Mode: agent.ModeAct, TabID: 3, URL: "https://a.test/", Title: "A", Window: 4096 << w.r.IntN(6), Tools: browser(), Limits: budget.Limits{Steps: 5 + w.r.IntN(80)}}
	if w.r.IntN(4) == 0 {
		run.Mode = agent.ModeAsk
	}
	if w.r.IntN(3) == 0 {
		run.Tools, run.Tier = nil, []tools.Tier{tools.Compact, tools.Mid, tools.Full}[w.r.IntN(3)]
	}
	run.Vision, run.Confirm, run.AllowAPI = w.r.IntN(3) == 0, w.r.IntN(4) == 0, w.r.IntN(2) == 0
	switch w.r.IntN(6) {
	case 0:
		run.Limits.Money = int64(w.r.IntN(300))
	case 1:
		run.Limits.MS = int64(w.r.IntN(200_000))
	case 2:
		run.Limits.Tokens = w.r.IntN(300_000)
	}
	if w.r.IntN(3) == 0 {
		run.Grants = []risk.Grant{{Sites: []string{"a.test"}, Sinks: []risk.Sink{risk.Send, risk.Pay}}}
	}
	w.step(agent.Event{Type: agent.Started, Run: run})
	for range 400 {
		if w.s.End != "" && w.r.IntN(4) > 0 {
			break
		}
		switch n := w.r.IntN(60); {
		case n == 0:
			w.unsure = w.unsure || w.flying()
			w.open = nil
			w.step(agent.Event{Type: agent.Restarted})
		case n == 1:
			w.step(agent.Event{Type: agent.Paused})
		case n == 2:
			w.unsure = w.unsure || w.flying()
			w.step(agent.Event{Type: agent.TabLost})
		case n == 3:
			w.step(agent.Event{Type: agent.Said, Text: "and look at b.test"})
		case n == 4 && w.r.IntN(8) == 0:
			w.unsure = w.unsure || w.flying()
			w.step(agent.Event{Type: agent.Stopped})
		case n < 8, len(w.open) == 0:
			w.step(agent.Event{Type: agent.Resumed})
			w.step(agent.Event{Type: agent.TabBack, TabID: 3, URL: "https://a.test/"})
		default:
			w.reply(w.r.IntN(len(w.open)))
		}
	}
	if got, want := agent.AppendState(nil, agent.Fold(w.journal)), agent.AppendState(nil, w.s); string(got) != string(want) {
		t.Fatal("the journal folds to another state")
	}
	return w.asks, w.s.Status()
}

func TestStep_RandomTranscripts(t *testing.T) {
	asks, ends := 0, map[agent.Status]int{}
	from, to := seeds()
	for seed := from; seed < to; seed++ {
		n, end := play(t, seed)
		asks += n
		ends[end]++
	}
	t.Logf("%d requests, %v", asks, ends)
}
