package debugger_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// ask has a page send a dialog's request over the relay.
func (s *stage) ask(session, id, frame, body string) {
	s.d.Event(1, session, "Fetch.requestPaused", []byte(`{"requestId":"`+id+`","frameId":"`+frame+`","request":{"url":"https://bua-dialog.invalid/","postDataEntries":[{"bytes":"`+
		base64.StdEncoding.EncodeToString([]byte(body))+`"}]}}`))
}

// relayed is a stage whose dialogs go over the relay; heard gets what the
// requests are answered with.
func relayed(t *testing.T) (s *stage, heard chan string) {
	s, heard = newStage(t), make(chan string, 8)
	debugger.RelayDialogs(s.d, true)
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Fetch.fulfillRequest" || c.Method == "Fetch.failRequest" {
			answer := c.Method + " " + c.Session + " " + between(c.Params, `"requestId":"`)
			if body := between(c.Params, `"body":"`); body != "" {
				text, _ := base64.StdEncoding.DecodeString(body)
				answer += " " + string(text)
			}
			heard <- answer
		}
		return nil, nil
	})
	s.NoErr(s.d.Attach(t.Context(), 1))
	return s, heard
}

// between is what follows in a JSON up to the next quotation mark.
func between(json, after string) string {
	_, rest, _ := strings.Cut(json, after)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

func TestBridge_OneAfterAnother(t *testing.T) {
	s, heard := relayed(t)
	s.ask("", "r1", "F", `{"type":"confirm","message":"one","url":"https://a.example/"}`)
	s.ask("C", "r2", "G", `{"type":"prompt","message":"two","defaultPrompt":"Ann","url":"https://b.example/"}`)
	res := s.dialogs(t, protocol.Dialog{})
	s.Equal(len(res.Pending), 1) // the other frame's waits behind it
	s.Equal(res.Pending[0].Message, "one")
	res = s.dialogs(t, protocol.Dialog{Do: protocol.AnswerAccept})
	s.Equal(res.Pending[0].Message, "two")
	s.dialogs(t, protocol.Dialog{Do: protocol.AnswerAccept, Text: "Bob"})
	s.Equal(<-heard, `Fetch.fulfillRequest  r1 {"accept":true,"text":""}`)
	s.Equal(<-heard, `Fetch.fulfillRequest C r2 {"accept":true,"text":"Bob"}`)
}

func TestBridge_WhatIsNoDialog(t *testing.T) {
	s, _ := relayed(t)
	for _, body := range []string{``, `no JSON`, `{"type":"beforeunload"}`, `{"type":7}`, `[]`} {
		s.ask("", "r", "F", body)
		sent := s.cdp.Commands()
		s.Equal(sent[len(sent)-1].Method, "Fetch.failRequest")
	}
	s.Equal(len(s.dialogs(t, protocol.Dialog{}).Pending), 0)
}

func TestBridge_ThePageGoesAway(t *testing.T) {
	for name, event := range map[string][2]string{
		"the main frame's document": {"Page.frameNavigated", `{"frame":{"id":"F","url":"https://a.example/next"},"type":"Navigation"}`},
		"its frame's document":      {"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"https://a.example/next"},"type":"Navigation"}`},
		"the frame around it":       {"Page.frameDetached", `{"frameId":"G","reason":"remove"}`},
		"the page's process":        {"Inspector.targetCrashed", `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := relayed(t)
			s.d.Event(1, "", "Page.frameAttached", []byte(`{"frameId":"G","parentFrameId":"F"}`))
			s.ask("", "r1", "G", `{"type":"confirm","message":"one"}`)
			s.d.Event(1, "", event[0], []byte(event[1]))
			if name == "the page's process" {
				s.d.Event(1, "", "Inspector.targetReloadedAfterCrash", []byte(`{}`))
			}
			res := s.dialogs(t, protocol.Dialog{})
			s.Equal(len(res.Pending), 0)
			s.Equal(res.Recent[0].ClosedBy, protocol.ClosedByRemote)
		})
	}
}
