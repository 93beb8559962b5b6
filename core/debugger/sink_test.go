package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
)

// careful is a guard of a person who wants to be asked before single acts, or
// does not.
type careful struct {
	allow
	asks bool
	told *[]sink.Act
	err  error
}

func (c careful) Asks() bool { return c.asks }

func (c careful) Sink(_ string, a sink.Act) error {
	*c.told = append(*c.told, a)
	return c.err
}

// An act is asked about before anything of it is sent; where nobody wants that
// the engine is not even asked.
func TestSinks(t *testing.T) {
	click := protocol.Click{Target: protocol.Target{Selector: "button"}}
	later := protocol.NewError(protocol.CodeTimeout, "asked")
	for _, row := range []struct {
		name    string
		action  protocol.Action
		facts   string
		asks    bool
		err     error
		told    string
		pressed bool
	}{
		{"nobody wants to be asked", click, `"control":"button","name":"buy","what":"Buy"`, false, later, "", true},
		{"a press that pays waits", click, `"control":"button","name":"buy","what":"Buy"`, true, later, "pay Buy", false},
		{"and is made when it may", click, `"control":"button","name":"buy","what":"Buy"`, true, nil, "pay Buy", true},
		{"what is none is pressed", click, `"control":"button","name":"next","what":"Next"`, true, later, "", true},
		{"a pointer that only hovers", protocol.Hover{Target: protocol.Target{Selector: "button"}}, `"control":"button","name":"buy"`, true, later, "", true},
		{"the menu of a control", protocol.Click{Target: protocol.Target{Selector: "button"}, Button: protocol.ButtonRight}, `"control":"button","name":"buy"`, true, later, "", true},
		{"Enter where a text is written", protocol.PressKey{Key: "Enter"}, `"control":"text","what":"Message"`, true, later, "send Enter · Message", false},
		{"with a modifier, too", protocol.PressKey{Key: "Control+Enter"}, `"control":"text","what":"Message"`, true, later, "send Enter · Message", false},
		{"a letter", protocol.PressKey{Key: "a"}, `"control":"text","what":"Message"`, true, later, "", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			flagged, pressed := false, false
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				flagged = flagged || strings.Contains(c.Params, `\"sink\":true`) || strings.Contains(c.Params, `__bua(\"focused\"`)
				pressed = pressed || strings.HasPrefix(c.Method, "Input.dispatch")
				if c.Method != "Runtime.evaluate" || !flagged || !strings.Contains(c.Params, "__bua(") {
					return nil, nil
				}
				facts := strings.ReplaceAll(row.facts, `"`, `\"`)
				return []byte(strings.Replace(engineOK, `\"y\":2`, `\"y\":2,\"sink\":{`+facts+`}`, 1)), nil
			})
			var told []sink.Act
			_, _, err := s.d.Run(t.Context(), 1, 10, row.action, careful{asks: row.asks, told: &told, err: row.err})
			s.Equal(protocol.CodeOf(err) == protocol.CodeTimeout, !row.pressed)
			s.Equal(pressed, row.pressed)
			got := ""
			for _, a := range told {
				got += string(a.Kind) + " " + a.What
			}
			s.Equal(got, row.told)
			s.True(row.asks || !flagged)
		})
	}
}

// reader is a guard of a request that only reads.
type reader struct{ careful }

func (reader) Reads() bool { return true }

// Where a request only reads, a press is made of what the engine calls folded and no name
// contradicts, and of nothing that the engine does not tell of.
func TestSinks_Reads(t *testing.T) {
	for _, row := range []struct {
		facts   string
		pressed bool
	}{
		{`"sink":{"control":"opens","name":"show more","unfolds":true}`, true},
		{`"sink":{"control":"opens","name":"how do i delete my account","unfolds":true}`, true},
		{`"sink":{"control":"opens","name":"show more"}`, false},
		{`"sink":{"control":"opens","name":"delete","unfolds":true}`, false},
		{`"sink":{"control":"opens","name":"more","hint":"btn pay","unfolds":true}`, false},
		{`"sink":{"control":"button","name":"next"}`, false},
		{`"sink":{"control":"link","name":"next"}`, false},
		{`"key":"Enter","sink":{"control":"button","name":"next"}`, false},
		{`"moves":false`, false},
	} {
		s := newStage(t)
		pressed := false
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			pressed = pressed || strings.HasPrefix(c.Method, "Input.dispatch")
			if c.Method != "Runtime.evaluate" || !strings.Contains(c.Params, "__bua(") {
				return nil, nil
			}
			return []byte(strings.Replace(engineOK, `\"y\":2`, `\"y\":2,`+strings.ReplaceAll(row.facts, `"`, `\"`), 1)), nil
		})
		click := protocol.Click{Target: protocol.Target{Selector: "button"}}
		_, _, err := s.d.Run(t.Context(), 1, 10, click, reader{careful{asks: true, told: new([]sink.Act)}})
		if pressed != row.pressed || (err == nil) != row.pressed {
			t.Errorf("%s: %v, %v", row.facts, pressed, err)
		}
	}
}

// Nothing is accepted by itself, and a page's question is asked about.
func TestSinks_Dialogs(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"url":"https://a.example/","type":"confirm","message":"Delete it?"}`))
	var told []sink.Act
	g := careful{asks: true, told: &told, err: protocol.NewError(protocol.CodeTimeout, "asked")}
	_, _, err := s.d.Run(t.Context(), 1, 10, protocol.Dialog{Do: protocol.AnswerAccept}, g)
	s.Equal(protocol.CodeOf(err), protocol.CodeTimeout)
	s.Equal(told, []sink.Act{{Kind: sink.Delete, What: "Delete it?"}})
	for _, c := range s.cdp.Commands() {
		s.True(c.Method != "Page.handleJavaScriptDialog" || !strings.Contains(c.Params, `"accept":true`))
	}
	_, _, err = s.d.Run(t.Context(), 1, 10, protocol.Dialog{Policy: protocol.PolicyAccept}, g)
	s.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
}
