package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

const engineRefuses = `{"result":{"type":"string","value":"{\"error\":{\"code\":\"invalid_action\",\"message\":\"It is covered.\"}}"}}`

// The third equal refusal in a row says what else there is to do, and then each third one.
func TestRun_TheThirdRefusal(t *testing.T) {
	for _, row := range []struct {
		name string
		acts string // c a click on the same, o on another element, r a reading; in capitals the answers that say it
	}{
		{"the same again and again", "ccCccCc"},
		{"reading is no other try", "crcrC"},
		{"another element in between", "ccoccC"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(c.Params, `__bua(\"point\"`) {
					return []byte(engineRefuses), nil
				}
				return nil, nil
			})
			got := ""
			for _, act := range strings.ToLower(row.acts) {
				var err error
				switch act {
				case 'r':
					err = s.run(t.Context(), protocol.Extract{})
				case 'o':
					err = s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "b"}})
				default:
					err = s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}})
				}
				did := string(act)
				if err != nil && strings.Contains(err.Error(), "third time") {
					did = strings.ToUpper(did)
				}
				got += did
			}
			s.Equal(got, row.acts)
		})
	}
}

// What comes after a field that cannot be filled is left alone; where nothing was done
// before it, its failure is the action's.
func TestFillForm_EndsAtTheFirstFailure(t *testing.T) {
	for _, row := range []struct {
		name, fails string
		filled      string // the fields that were tried, in order
		told        int    // the fields that are told
		code        protocol.Code
	}{
		{"none fails", "", "abc", 3, ""},
		{"the first", "a", "a", 0, protocol.CodeInvalidAction},
		{"the second", "b", "ab", 2, ""},
		{"the last", "c", "abc", 3, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			filled := ""
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				for _, name := range []string{"a", "b", "c"} {
					if strings.Contains(c.Params, `__bua(\"field\"`) && strings.Contains(c.Params, `\"#`+name+`\"`) {
						filled += name
						if name == row.fails {
							return []byte(engineRefuses), nil
						}
					}
				}
				return nil, nil
			})
			var fields []protocol.Fill
			for _, name := range []string{"a", "b", "c"} {
				fields = append(fields, protocol.Fill{Target: protocol.Target{Selector: "#" + name}, Value: "x"})
			}
			res, _, err := s.d.Run(t.Context(), 1, 10, protocol.FillForm{Fields: fields}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(filled, row.filled)
			if err == nil {
				told := res.(protocol.FieldsResult).Fields
				s.Equal(len(told), row.told)
				s.Equal(told[len(told)-1].Error != "", row.fails != "")
			}
		})
	}
}

// No press goes to a place that a refused frame shows, in whatever process that is.
func TestPointer_NotIntoARefusedFrame(t *testing.T) {
	for _, row := range []struct {
		name, url string // what the frame shows
		node      string // what lies at the place, as DOM.describeNode tells it
		in        string // the frame of its document
		process   bool   // the frame has one of its own
		code      protocol.Code
	}{
		{"an element beside it", "https://other.example/", `{"nodeName":"A"}`, "F", true, ""},
		{"the holder of a refused frame", "https://other.example/", `{"nodeName":"IFRAME","frameId":"G"}`, "F", true, protocol.CodeDomainBlocked},
		{"the holder of one in the same process", "https://other.example/", `{"nodeName":"IFRAME","frameId":"G"}`, "F", false, protocol.CodeDomainBlocked},
		{"an element inside a refused frame", "https://other.example/", `{"nodeName":"A"}`, "G", false, protocol.CodeDomainBlocked},
		{"the holder of an allowed frame", "https://page.example/", `{"nodeName":"IFRAME","frameId":"G"}`, "F", false, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			pressed := 0
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch c.Method {
				case "DOM.getNodeForLocation":
					return []byte(`{"backendNodeId":7,"frameId":"` + row.in + `"}`), nil
				case "DOM.describeNode":
					return []byte(`{"node":` + row.node + `}`), nil
				case "DOM.getFrameOwner": // so that the frame is covered, while the pointer acts
					return []byte(`{"backendNodeId":3}`), nil
				case "DOM.resolveNode":
					return []byte(`{"object":{"objectId":"O"}}`), nil
				case "Runtime.callFunctionOn":
					return []byte(`{"result":{"value":true}}`), nil
				case "Input.dispatchMouseEvent":
					pressed += strings.Count(c.Params, "mousePressed")
				}
				return nil, nil
			})
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"`+row.url+`"}}`))
			if row.process {
				s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"targetId":"G","type":"iframe","url":"`+row.url+`","parentFrameId":"F"}}`))
			}
			ctx, done := context.WithCancel(t.Context())
			defer done()
			go advanceUntilDone(ctx, s.clock)
			_, _, err := s.d.Run(ctx, 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(pressed == 0, row.code != "")
		})
	}
}
