package local

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
)

// TestJobs: a panel without any backend plans what a run was told to do, lets that rest, go
// on and go, and the document is wanted when it is due, also by the next program in it.
func TestJobs(t *testing.T) {
	is := is.New(t)
	d := newDocument(t, nil)
	now := func() int64 { return time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC).UnixMilli() } // Saturday at 8 in Tokyo
	d.entries["abcdefgh"] = []string{`{"head":{"id":"abcdefgh","user":"local","created":1,"wanted":{"task":"Look every morning.","mode":"ask","steps":7},"model":"mine/m","url":"https://a.test/"}}`,
		`{"type":"started","at":1,"run":{"task":"Look every morning.","mode":"ask"}}`, `{"type":"stopped","at":2}`}
	d.texts[notes]["abcdefgh"] = `{"id":"abcdefgh","user":"local","task":"Look every morning.","mode":"ask","model":"mine/m","status":"stopped","created":1,"updated":1}`
	l := d.program(now)
	is.Equal(next(t, d.awake), int64(0))

	monday := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC).UnixMilli() // at 9 in Tokyo
	var j panel.Job
	is.NoErr(json.Unmarshal(d.asks(l, "plan", `{"run":"abcdefgh","time":"09:00","days":"mon-fri"}`).OK, &j))
	is.Equal(j.Zone, "Asia/Tokyo")
	is.Equal(j.Next, monday)
	is.Equal(next(t, d.awake), monday)

	is.Equal(string(d.asks(l, "switchJobs", `{"on":false}`).OK), "true")
	is.Equal(next(t, d.awake), int64(0))
	is.Equal(string(d.asks(l, "planned", `{}`).OK), `{"on":false}`)
	is.Equal(string(d.asks(l, "switchJobs", `{"on":true}`).OK), "true")
	is.Equal(next(t, d.awake), monday)

	// The next program goes on with it.
	l = d.program(now)
	is.Equal(next(t, d.awake), monday)
	list := func() (all []panel.Job) {
		is.NoErr(json.Unmarshal(d.asks(l, "jobs", `{}`).OK, &all))
		return all
	}
	is.Equal(list()[0].Task, "Look every morning.")
	word := func(word string) frame {
		return d.asks(l, "tellJob", `{"job":"`+j.ID+`","word":"`+word+`"}`)
	}
	is.Equal(string(word("pause").OK), "true")
	is.Equal(next(t, d.awake), int64(0))
	is.Equal(string(word("resume").OK), "true")
	is.Equal(next(t, d.awake), monday)
	is.Equal(protocol.CodeOf(word("sing").Error), protocol.CodeInvalidAction)
	is.Equal(string(d.asks(l, "removeJob", `{"job":"`+j.ID+`"}`).OK), "true")
	is.Equal(next(t, d.awake), int64(0))
	is.Equal(len(list()), 0)
	is.Equal(len(d.texts[planned]), 1) // that they are on
}

// TestJobs_Due: what was due while nobody was there runs once, and says what became of it.
func TestJobs_Due(t *testing.T) {
	is := is.New(t)
	d := newDocument(t, nil)
	due := time.Now().Add(-time.Hour).UnixMilli()
	d.texts[planned]["k3v5q2aa"] = `{"user":"local","created":1,"job":{"id":"k3v5q2aa","prompt":"p","kind":"task","mode":"ask","target":{"place":"url","url":"https://a.test/"},` +
		`"when":{"form":"every","minutes":1440},"state":"pending","next":` + strconv.FormatInt(due, 10) + `}}`
	l := d.program(func() int64 { return time.Now().UnixMilli() })
	for at := next(t, d.awake); at < due+time.Hour.Milliseconds(); at = next(t, d.awake) {
		is.True(at == due || at == 1) // it is due, or its run begins
	}
	var list []panel.Job
	is.NoErr(json.Unmarshal(d.asks(l, "jobs", `{}`).OK, &list))
	is.Equal(list[0].Count, 1)
	is.Equal(list[0].Next, due+24*time.Hour.Milliseconds())
	is.Equal(list[0].Why, string(chat.CodeModel)) // none is chosen
}
