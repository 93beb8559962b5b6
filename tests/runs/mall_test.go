package runs

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// mall is a shop of two rooms in a browser: a button in the first opens the second in a
// tab of its own. It is an [runs.Browser].
type mall struct {
	mu     sync.Mutex
	tabs   map[int]string // their addresses
	next   int            // the number of the next tab
	taken  map[string]int
	locked int // how many actions more find the screen locked
	away   int // how many more find no browser
}

const front, back, each = "https://mall.test/", "https://mall.test/back", 5

func newMall() *mall { return &mall{tabs: map[int]string{}, next: 7, taken: map[string]int{}} }

// closes closes the tab that was opened last.
func (m *mall) closes() {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := 0
	for id := range m.tabs {
		last = max(last, id)
	}
	delete(m.tabs, last)
}

// restarts gives each tab another number.
func (m *mall) restarts() {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.tabs
	m.tabs, m.away = map[int]string{}, 2
	for id, url := range old {
		m.tabs[id+100] = url
	}
	m.next += 100
}

// locks locks the screen for so many actions.
func (m *mall) locks() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.locked = 4
}

// open opens a tab. The mutex is held.
func (m *mall) open(url string) int {
	m.next++
	m.tabs[m.next] = url
	return m.next
}

// view is what a room shows. The mutex is held.
func (m *mall) view(url string) protocol.ExtractResult {
	r, from, n, name := protocol.ExtractResult{URL: url}, 1, 0, "front"
	if url == back {
		from, name = each+1, "back"
	} else {
		r.Elements = append(r.Elements, protocol.Element{UID: "e90", Role: "button", Name: "Open the back room"})
	}
	for i := from; i < from+each; i++ {
		uid := fmt.Sprintf("e%d", i)
		if m.taken[uid] > 0 {
			n++
			continue
		}
		r.Elements = append(r.Elements, protocol.Element{UID: uid, Role: "button", Name: fmt.Sprintf("Take %d", i), Visible: true})
	}
	r.Text = fmt.Sprintf("%d of %d in the %s are taken.", n, each, name)
	r.Markdown = r.Text
	return r
}

// Do implements [runs.Browser].
func (m *mall) Do(_ context.Context, _ runs.Owner, a protocol.Action, _ runs.May) (protocol.Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	url, there := m.tabs[a.Tab()]
	switch {
	case m.away > 0:
		m.away--
		return nil, &runs.Away{Err: protocol.NewError(protocol.CodeInternal, "not connected").NotDone()}
	case m.locked > 0:
		m.locked--
		return nil, protocol.NewError(protocol.CodeSessionNotFound, "the screen is locked")
	case a.Tab() != 0 && !there:
		return nil, protocol.NewError(protocol.CodeTabNotFound, "there is no such tab")
	}
	switch a := a.(type) {
	case protocol.OpenTab:
		return protocol.OpenTabResult{TabID: m.open(a.URL), Domain: "mall.test"}, nil
	case protocol.GetTabs:
		list := protocol.TabsResult{}
		for id, url := range m.tabs {
			list = append(list, protocol.Tab{TabID: id, URL: url, Domain: "mall.test"})
		}
		return list, nil
	case protocol.Extract:
		return m.view(url), nil
	case protocol.Click:
		for _, e := range m.view(url).Elements {
			switch {
			case e.UID != a.UID:
			case a.UID == "e90":
				return protocol.OK{OK: true, Effects: &protocol.Effects{Tabs: []protocol.Tab{{TabID: m.open(back), URL: back}}}}, nil
			default:
				m.taken[a.UID]++
				return protocol.OK{OK: true, Effects: &protocol.Effects{DOM: true}}, nil
			}
		}
		return nil, protocol.NewError(protocol.CodeElementStale, "it is gone").NotDone()
	}
	return nil, protocol.NewError(protocol.CodeInvalidAction, "not in this mall").NotDone()
}

// Await implements [runs.Browser].
func (m *mall) Await(ctx context.Context, _ runs.Owner) error { return ctx.Err() }

var inRoom = regexp.MustCompile(`\d+ of \d+ in the (front|back) are taken\.`)

// roomer takes everything in the one room, and then in the other. Told that an act's
// outcome is not known it does the same again, as models do.
func roomer(r chat.Request) fakemodel.Say {
	last := lastResult(r)
	if strings.Contains(last, "outcome is not known") {
		return pressedLast(r)
	}
	room := inRoom.FindStringSubmatch(last)
	switch take := takes.FindStringSubmatch(last); {
	case room == nil:
		return act("extract", `{}`)
	case take != nil:
		return act("click", `{"uid":"`+take[1]+`"}`)
	case room[1] == "front":
		return act("click", `{"uid":"e90"}`)
	}
	return act("done", `{"outcome":"done","summary":"Both rooms are empty.","evidence":[{"kind":"text","value":"`+room[0]+`"}]}`)
}

// lastResult is what was read last: a notice may stand behind it.
func lastResult(r chat.Request) string {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == chat.RoleTool {
			return m.Text
		}
	}
	return ""
}
