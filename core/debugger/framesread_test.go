package debugger_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// reading is what the engine reads of a page: its markdown, its text, and more members.
func reading(markdown, text, more string) string {
	return `{"url":"https://a.example/","next":3,"markdown":"` + markdown + `","text":"` + text + `","elements":[]` + more + `}`
}

// TestExtract_Frames: what a reading tells of a frame in a process of its own.
func TestExtract_Frames(t *testing.T) {
	part := func(more string) string {
		return `{"url":"https://b.example/in","next":4,"markdown":"inner","text":"inner","elements":[{"uid":"e3","role":"button","name":"go"}]` + more + `}`
	}
	for _, row := range []struct {
		name, url, part string
		markdown        string
		elements        int
		says            string
	}{
		{"what it shows", "https://b.example/in", part(""), "outer\n\nFrame https://b.example:\n\ninner", 1, ""},
		{"its tools", "https://b.example/in", part(`,"tools":[{"name":"t","description":"d"}]`), "outer\n\nFrame https://b.example:\n\ninner", 1, ""},
		{"one too small to hold anything", "https://b.example/in", part(`,"small":true`), "outer", 0, ""},
		{"one that answers nothing of use", "https://b.example/in", `!internal_error`, "outer", 0, ""},
		{"a refused one", "https://other.example/", part(""), "outer", 0, ""},
		{"one that went to a refused site", "https://b.example/in", strings.Replace(part(""), "b.example", "other.example", 1), "outer", 0, ""},
		{"one that the person has not allowed", "https://asked.example/", part(""), "outer", 0, "1 frames of sites that the person has not allowed yet"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.hears(`Target.attachedToTarget {"sessionId":"S","targetInfo":{"type":"iframe","targetId":"G","url":"` + row.url + `","parentFrameId":"F"}}`)
			talk := s.follows(script{"extract": {reading("outer", "outer", ""), row.part}})
			res, err := talk.act(t.Context(), protocol.Extract{}, barsAndAsks{})
			s.NoErr(err)
			got := res.(protocol.ExtractResult)
			s.Equal(got.Markdown, row.markdown)
			s.Equal(len(got.Elements), row.elements)
			for _, e := range got.Elements {
				s.Equal(e.Frame, "https://b.example")
			}
			for _, tool := range got.Tools {
				s.Equal(tool.FrameID, "G")
			}
			s.True(strings.Contains(got.Truncated, row.says))
		})
	}
}

// barsAndAsks refuses one site, and is of a person who wants to be asked about another.
type barsAndAsks struct{ allow }

func (barsAndAsks) Allow(url string) error   { return refuses{part: "other.example"}.Allow(url) }
func (g barsAndAsks) Touch(url string) error { return g.Allow(url) }
func (g barsAndAsks) Granted(url string) bool {
	return g.Allow(url) == nil && !strings.Contains(url, "asked.example")
}

// TestExtract_SaysWhatIsMissing: a query that nothing matches is told, and how far was looked.
func TestExtract_SaysWhatIsMissing(t *testing.T) {
	for _, row := range []struct{ name, answer, want string }{
		{"nothing", reading("", "", ""), "nothing matches the query; the whole page was looked through"},
		{"only aside", reading("", "x", ""), "nothing matches the query but in navigation, a footer or an overlay: use find, or a selector; the whole page was looked through"},
		{"in a part", reading("", "", `,"truncated":"the end is left out"`), "nothing matches the query; the end is left out"},
		{"something", reading("x", "x", ""), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			talk := s.follows(script{"extract": {row.answer}})
			res, err := talk.act(t.Context(), protocol.Extract{Query: "q"}, allow{})
			s.NoErr(err)
			s.Equal(res.(protocol.ExtractResult).Truncated, row.want)
		})
	}
}

// TestExtract_ClosedShadowRoots: each element that may have one is looked at, its closed
// root handed to the engine, and the page read again, as deep as they nest.
func TestExtract_ClosedShadowRoots(t *testing.T) {
	for _, row := range []struct{ name, described, want string }{
		{"a closed one", `{"node":{"shadowRoots":[{"shadowRootType":"closed","backendNodeId":4}]}}`,
			"extract evaluate getProperties describeNode resolveNode callFunctionOn releaseObjectGroup extract"},
		{"an open one", `{"node":{"shadowRoots":[{"shadowRootType":"open","backendNodeId":4}]}}`,
			"extract evaluate getProperties describeNode releaseObjectGroup"},
		{"none", `{"node":{}}`, "extract evaluate getProperties describeNode releaseObjectGroup"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.run(t.Context(), protocol.Hover{Target: protocol.Target{Selector: "a"}}))
			talk := s.follows(script{
				"extract": {reading("", "", `,"hosts":1`), reading("", "", "")}, "DOM.describeNode": {row.described}, "DOM.resolveNode": {`{"object":{"objectId":"R"}}`},
				"Runtime.evaluate": {`{"result":{"objectId":"L"}}`}, "Runtime.getProperties": {`{"result":[{"name":"0","value":{"objectId":"H"}},{"name":"length","value":{"value":1}}]}`},
			})
			_, err := talk.act(t.Context(), protocol.Extract{}, allow{})
			s.NoErr(err)
			s.Equal(talk.said(), row.want)
		})
	}
}

// TestCall_NarrowWorld: where the page's process holds a refused frame, the engine works in a
// world that cannot read it.
func TestCall_NarrowWorld(t *testing.T) {
	for name, row := range map[string]struct{ url, world string }{
		"an allowed frame": {"https://a.example/in", `"worldName":"bua","grantUniveralAccess":true`},
		"a refused one":    {"https://other.example/", `"worldName":"bua-narrow","grantUniveralAccess":false`},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.hears(`Page.frameNavigated {"frame":{"id":"G","parentId":"F","url":"` + row.url + `"}}`)
			talk := s.follows(script{"extract": {reading("", "", "")}})
			_, err := talk.act(t.Context(), protocol.Extract{}, refuses{part: "other.example"})
			s.NoErr(err)
			worlds := ""
			for _, c := range s.cdp.Commands() {
				if c.Method == "Page.createIsolatedWorld" {
					worlds += c.Params
				}
			}
			s.True(strings.Contains(worlds, row.world))
		})
	}
}
