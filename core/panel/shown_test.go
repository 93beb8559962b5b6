package panel

import (
	"encoding/json"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/runs"
)

// TestShown: how a run stands is one declaration with two readers. A panel is not told whose it is,
// which job's, and what a yes covers; whoever asks over HTTP is. Neither form may change.
func TestShown(t *testing.T) {
	act := &runs.Question{ID: 3, Text: "Pay?", Sink: risk.Pay, Site: "https://a.test", To: "https://b.test", What: "Buy", Leaves: "card: é", Single: true, Covers: "this form"}
	help := &runs.Question{ID: 4, Text: "Log in, please.", Help: true}
	run := runs.View{ID: "abcdefgh", User: "ann", Task: "Buy it.", Mode: agent.ModeAct, Model: "a/b", Status: agent.WaitingPerson, Code: "c", Summary: "s",
		Created: 1, Updated: 2, Tab: 7, URL: "https://a.test/", Used: runs.Used{Steps: 1, In: 2, CachedIn: 3, Out: 4, Money: 5, MS: 6, Guessed: true},
		Question: act, Trouble: "full", Job: "k3v5q2aa"}
	const (
		used   = `{"steps":1,"in":2,"cachedIn":3,"out":4,"money":5,"ms":6,"guessed":true}`
		asked  = `{"id":3,"text":"Pay?","sink":"pay","site":"https://a.test","to":"https://b.test","what":"Buy","leaves":"card: é","single":true`
		helped = `{"id":4,"text":"Log in, please.","help":true}`
		stands = `"task":"Buy it.","mode":"act","model":"a/b","status":"waiting_person","code":"c","summary":"s","created":1,"updated":2,"tab":7,"url":"https://a.test/","used":` + used
		least  = `"task":"","mode":"","model":"","status":"","created":0,"updated":0,"used":{"steps":0,"in":0,"out":0,"ms":0}`
		shown  = `{"id":"abcdefgh",` + stands + `,"question":` + asked + `},"trouble":"full"}`
		told   = `{"id":"abcdefgh","user":"ann",` + stands + `,"question":` + asked + `,"covers":"this form"},"trouble":"full","job":"k3v5q2aa"}`
	)
	for _, row := range []struct {
		name        string
		update      runs.Update
		panel, http string
	}{
		{"a run", runs.Update{Entry: 1, At: 9, Type: runs.Began, Run: &run}, `{"entry":1,"at":9,"type":"began","run":` + shown + `}`, `{"entry":1,"at":9,"type":"began","run":` + told + `}`},
		{"a new one", runs.Update{Type: runs.Began, Run: &runs.View{ID: "a"}}, `{"type":"began","run":{"id":"a",` + least + `}}`, `{"type":"began","run":{"id":"a",` + least + `}}`},
		{"a call", runs.Update{Type: runs.Calls, Call: "c1", Name: "click", Arguments: "{}"}, `{"type":"calls","call":"c1","name":"click","arguments":"{}"}`, `{"type":"calls","call":"c1","name":"click","arguments":"{}"}`},
		{"a result", runs.Update{Type: runs.Results, Call: "c1", Text: "t", Failed: true}, `{"type":"results","text":"t","call":"c1","failed":true}`, `{"type":"results","text":"t","call":"c1","failed":true}`},
		{"an end", runs.Update{Type: runs.Status, Status: agent.Failed, Code: "c", Summary: "s"}, `{"type":"status","status":"failed","code":"c","summary":"s"}`, `{"type":"status","status":"failed","code":"c","summary":"s"}`},
		{"a price", runs.Update{Type: runs.Spent, Used: &run.Used}, `{"type":"spent","used":` + used + `}`, `{"type":"spent","used":` + used + `}`},
		{"a question", runs.Update{Type: runs.Asks, Question: act}, `{"type":"asks","question":` + asked + `}}`, `{"type":"asks","question":` + asked + `,"covers":"this form"}}`},
		{"a plea", runs.Update{Type: runs.Asks, Question: help}, `{"type":"asks","question":` + helped + `}`, `{"type":"asks","question":` + helped + `}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(string(One(row.update)), row.panel)
			data, err := json.Marshal(row.update)
			is.NoErr(err)
			is.Equal(string(data), row.http)
		})
	}
	is := is.New(t)
	is.Equal(string(List([]runs.View{run})), "["+shown+"]")
	is.Equal(string(One(Job{ID: "j", Last: &run})), `{"id":"j","task":"","form":"","state":"","count":0,"last":`+shown+`}`)
}
