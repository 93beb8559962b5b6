package session_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What is on disk outlives a version: every member of every row, to the byte.
func TestStored_Format(t *testing.T) {
	is := is.New(t)
	d := &desk{store: coretest.NewStore(), clock: coretest.NewClock()}
	d.writer = session.NewWriter(d.store)
	d.book = session.NewRegistry(d.writer, d.clock, nil)
	d.book.Load(ctx)
	d.book.Ensure(ctx, 7, "a.example", "Claude")
	d.clock.Advance(time.Second)
	d.book.Record(7, protocol.KindClick)
	d.book.Obstacle(7, protocol.ObstacleCaptcha, "https://a.example/wall")
	d.book.Dialog(7, &protocol.OpenDialog{ID: "d-1", Type: "prompt", Message: `"Who?"`, DefaultPrompt: "Ann", OpenedAt: 5}, "https://frame.example/")
	d.flush()
	is.Equal(d.store.Value(session.Run, session.KeySessions), `[{"tabId":7,"domain":"a.example","startedAt":1780000000000,"lastActionAt":1780000001000,"actionCount":1,"lastAction":"click","agent":"Claude",`+
		`"obstacle":"captcha","url":"https://a.example/wall","dialog":"d-1","type":"prompt","message":"\"Who?\"","value":"Ann","from":"frame.example","at":5}]`)

	d.book.Block("b.example", protocol.KindNavigate, 8)
	d.book.RecordAnswer(session.Helped, 7, "a.example", "done")
	d.book.RecordAnswer(session.Answered, 0, "a.example", "once")
	d.book.Replace(7, 9)
	d.book.End(9, protocol.EndUserStopped)
	d.flush()
	is.Equal(d.store.Value(session.Local, session.KeyHistory), `[{"at":1780000000000,"event":"start","domain":"a.example","tabId":7,"startedAt":1780000000000,"agent":"Claude"},`+
		`{"at":1780000001000,"event":"block","action":"navigate","domain":"b.example","tabId":8},`+
		`{"at":1780000001000,"event":"help","action":"done","domain":"a.example","tabId":7},`+
		`{"at":1780000001000,"event":"consent","action":"once","domain":"a.example"},`+
		`{"at":1780000001000,"event":"end","reason":"tab_closed","actionCount":1,"durationMs":1000,"domain":"a.example","tabId":7,"startedAt":1780000000000,"agent":"Claude"},`+
		`{"at":1780000001000,"event":"replace","newTabId":9,"domain":"a.example","tabId":7,"startedAt":1780000000000,"agent":"Claude"}]`)

	store := coretest.NewStore()
	writer, clock := session.NewWriter(store), coretest.NewClock()
	consent := session.NewConsent(writer, clock)
	store.Put(session.Local, session.KeyProfile, `"strict"`)
	consent.Load(ctx)
	consent.Ask(session.ConsentQuestion{Subject: session.SubjectOf("pay", "https://a.example", "Buy now"), TabID: 7, Action: protocol.KindClick, Agent: "Claude", Form: "https://a.example\nName: Ada"})
	consent.Ask(session.ConsentQuestion{Subject: "read https://a.example", Action: protocol.KindExtract})
	consent.Answer("act https://a.example", session.Deny)
	holds := session.NewLockouts(writer, clock)
	holds.Load(ctx)
	holds.Put(7, "a.example")
	pleas := session.NewHelpRequests(writer, clock)
	pleas.Open(&session.HelpRequest{TabID: 7, Domain: "a.example", Agent: "Claude", Message: "Log in", Until: 1780000300000})
	writer.Flush(ctx)
	is.Equal(store.Value(session.Run, session.KeyConsentAsked), `[{"domain":"https://a.example","can":"pay","what":"Buy now","tabId":7,"action":"click","at":1780000000000,"agent":"Claude","form":"https://a.example\nName: Ada"},`+
		`{"domain":"https://a.example","can":"read","action":"extract","at":1780000000000}]`)
	is.Equal(store.Value(session.Run, session.KeyConsentAnswers), `[{"domain":"https://a.example","can":"act","action":"deny","at":1780000000000}]`)
	is.Equal(store.Value(session.Local, session.KeyHolds), `[{"tabId":7,"domain":"a.example","at":1780000000000,"until":1780000600000}]`)
	is.Equal(store.Value(session.Run, session.KeyHelp), `[{"tabId":7,"domain":"a.example","agent":"Claude","message":"Log in","at":1780000000000,"until":1780000300000}]`)
	pleas.Answer(7, 0, protocol.OutcomeDone)
	holds.Put(0, "")
	writer.Flush(ctx)
	is.Equal(store.Value(session.Local, session.KeyHolds), `[{"at":1780000000000,"until":1780000600000}]`)
	is.Equal(store.Value(session.Run, session.KeyHelp), `[{"tabId":7,"domain":"a.example","agent":"Claude","message":"Log in","at":1780000000000,"until":1780000600000,"outcome":"done"}]`)
}
