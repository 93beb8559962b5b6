package runs

import (
	"encoding/json"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/tests/fakemodel"
)

// meter counts what a model's server reads in tokens of a real vocabulary, and how far
// the estimate is off.
type meter struct {
	enc tokenizer.Codec

	mu          sync.Mutex
	tokens      map[string]int // of the task's request before
	added       []int          // a step
	most        int            // of one request
	least, more float64        // estimate over count
}

func newMeter(t testing.TB) *meter {
	enc, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return &meter{enc: enc, tokens: map[string]int{}, least: 10}
}

// around measures what a policy is asked.
func (m *meter) around(p fakemodel.Policy) fakemodel.Policy {
	return func(r chat.Request) fakemodel.Say {
		m.see(r)
		return p(r)
	}
}

// framing is about what a server adds around each message and call.
const framing = 6

// see takes note of a request.
func (m *meter) see(r chat.Request) {
	text, parts := r.System, len(r.Messages)
	for _, x := range r.Messages {
		text += "\n" + x.Text
		for _, c := range x.Calls {
			text += "\n" + c.Name + " " + c.Arguments
			parts++
		}
	}
	n, err := m.enc.Count(text)
	if err != nil {
		return
	}
	n += framing * parts
	tools := r.Tools // they are the same in each
	r.Tools = nil
	off := float64(budget.Request(&r)) / float64(n)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.most, m.least, m.more = max(m.most, n), min(m.least, off), max(m.more, off)
	name := named.FindStringSubmatch(r.Messages[0].Text)
	if name == nil || len(tools) == 0 {
		return
	}
	if before := m.tokens[name[1]]; before != 0 {
		m.added = append(m.added, n-before)
	}
	m.tokens[name[1]] = n
}

// median is of the tokens that a step has added.
func (m *meter) median() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	slices.Sort(m.added)
	return m.added[len(m.added)/2]
}

var taskOf = regexp.MustCompile(`Task: \[([^\]]+)\]`)

// unchanged is how much of the requests after a task's first was as in the one before,
// in percent: what a server need not read again.
func unchanged(t testing.TB, s *fakemodel.Server) float64 {
	last, same, all := map[string]string{}, 0, 0
	for _, b := range s.Bodies() {
		var r struct{ Tools, Messages json.RawMessage }
		if err := json.Unmarshal([]byte(b), &r); err != nil {
			t.Fatal(err)
		}
		name := taskOf.FindStringSubmatch(b)
		if name == nil || r.Tools == nil { // one that asks for a summary
			continue
		}
		text := string(r.Tools) + string(r.Messages)
		if before := last[name[1]]; before != "" {
			n := 0
			for n < min(len(before), len(text)) && before[n] == text[n] {
				n++
			}
			same, all = same+n, all+len(text)
		}
		last[name[1]] = text
	}
	return 100 * float64(same) / float64(max(all, 1))
}
