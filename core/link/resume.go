package link

import (
	"slices"

	"github.com/zapvol/bua/core/protocol"
)

// What a lost connection must not lose: the answers to requests whose callers
// still wait. An answer is kept until it is too old to be waited for, sent or
// not, because one that was sent into a dying socket may never have arrived; and
// everything kept goes out again after a reconnection. The backend takes the
// first answer to a request and drops every other. A request that comes twice is
// answered from here, too, and not carried out again. Those that are under way
// are the worker's to know.

// Limits of what is kept: answers, and the ids of requests whose answers are not
// kept any more.
const (
	keptAnswers = 64
	keptBytes   = 4 << 20
	keptMS      = 90_000
	keptIDs     = 512
)

// keptAnswer is an answer as it goes over the wire, and the request that it is for.
type keptAnswer struct {
	id   string
	data []byte
	at   int64
}

// features are what this build offers, and whether this is a resumption.
func (s State) features() []protocol.Feature {
	list := append(protocol.Features(), protocol.FeatureResume, protocol.FeatureRepeat)
	if s.lives != "" && s.lives == s.config.name() {
		list = append(list, protocol.FeatureResumed)
	}
	return append(list, s.policy...)
}

// resume begins or goes on with the life of this worker in the backend's eyes.
func (m *machine) resume() {
	name := ""
	if has(m.ack.Caps, protocol.FeatureResume) {
		name = m.config.name()
	}
	if m.lives != name {
		m.answers, m.answersSize, m.past = nil, 0, nil
	}
	m.lives = name
	for _, k := range m.answers {
		if m.now-k.at <= keptMS {
			m.do(Send{Conn: m.conn, Text: k.data})
		}
	}
}

// keepAnswer remembers an answer, and forgets the oldest over the limits.
func (m *machine) keepAnswer(id string, data []byte) {
	if m.lives == "" {
		return
	}
	if len(data) > keptBytes {
		m.forgetAnswer(id)
		return
	}
	list := append(slices.Clip(m.answers), keptAnswer{id, data, m.now})
	m.answersSize += len(data)
	for len(list) > keptAnswers || m.answersSize > keptBytes || m.now-list[0].at > keptMS {
		m.answersSize -= len(list[0].data)
		m.forgetAnswer(list[0].id)
		list = list[1:]
	}
	m.answers = list
}

// forgetAnswer remembers of a request only that it was answered.
func (m *machine) forgetAnswer(id string) {
	m.past = append(slices.Clip(m.past[max(0, len(m.past)+1-keptIDs):]), id)
}

// answerAgain answers a request from what is kept, and reports whether it could.
func (m *machine) answerAgain(id string) bool {
	for _, k := range m.answers {
		if k.id == id {
			m.sent = m.now
			m.do(Send{Conn: m.conn, Text: k.data})
			return true
		}
	}
	if slices.Contains(m.past, id) {
		m.sent = m.now
		m.do(Send{Conn: m.conn, Text: protocol.Append(nil, protocol.Response{ID: id, Error: protocol.NewError(protocol.CodeInternal,
			"the answer was lost with the connection and is not kept any more; extract to see what happened before you go on").Unknown()})})
		return true
	}
	return false
}
