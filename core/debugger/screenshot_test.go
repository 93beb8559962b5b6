package debugger_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// TestScreenshot_Fits: a picture of the whole page has the size that can be drawn; one too
// large for a message is taken again at a lower quality, then shorter, and that is said.
func TestScreenshot_Fits(t *testing.T) {
	size := func(width, height, device string) string {
		return `{"cssContentSize":{"width":` + width + `,"height":` + height + `},"contentSize":{"width":` + device + `}}`
	}
	large := `{"data":"` + strings.Repeat("x", protocol.MaxFromExtension) + `"}`
	const small = `{"data":"x"}`
	for _, row := range []struct {
		name     string
		full     bool
		size     string
		pictures []string
		asked    string // of the last picture: its height and its quality
		says     string
		code     protocol.Code
	}{
		{"the viewport", false, "", []string{small}, `"quality":80}`, "", ""},
		{"a page", true, size("800", "2500", "800"), []string{small}, `"height":2500,"scale":1}}`, "", ""},
		{"a tall one", true, size("800", "60000", "800"), []string{small}, `"height":16000,"scale":1}}`, "the picture shows the first 16000 px of 60000 px; scroll and take the viewport for the rest", ""},
		{"a tall one on a fine screen", true, size("800", "60000", "1600"), []string{small}, `"height":8000,"scale":1}}`, "the picture shows the first 8000 px of 60000 px; scroll and take the viewport for the rest", ""},
		{"an empty one", true, size("0", "0", "0"), []string{small}, `"width":1,"height":1,"scale":1}}`, "", ""},
		{"one too large", true, size("800", "2500", "800"), []string{large, large, small}, `"height":1250,"scale":1}}`, "the picture shows only the first 1250 px to fit the size limit; scroll and take the viewport for the rest; the picture has a lower quality (40) to fit the size limit", ""},
		{"one that never fits", false, "", []string{large}, `"quality":40}`, "", protocol.CodeInternal},
		{"one that the browser cannot draw", false, "", []string{"!Unable to capture screenshot"}, `"quality":80}`, "", protocol.CodeInternal},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.follows(script{"Page.getLayoutMetrics": {row.size}, "Page.captureScreenshot": row.pictures, "Runtime.evaluate": {`{"result":{"value":0}}`}, "mask": {`{"hidden":0}`}})
			res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Screenshot{FullPage: row.full}, allow{}) // at no time's cost: large answers take long to read
			s.Equal(protocol.CodeOf(err), row.code)
			asked := ""
			for _, c := range s.cdp.Commands() {
				if c.Method == "Page.captureScreenshot" {
					asked = c.Params
				}
			}
			s.True(strings.HasSuffix(asked, row.asked))
			if err == nil {
				says := ""
				if fx := protocol.Caused(res); fx != nil {
					says = fx.Unsettled
				}
				s.Equal(says, row.says)
			}
		})
	}
}

// TestScreenshot_NoSecrets: a page that shows a secret again while its picture is taken
// gets none; what it showed before is hidden by the engine.
func TestScreenshot_NoSecrets(t *testing.T) {
	for _, row := range []struct {
		name  string
		shown []string // before, and after
		hide  string   // what the engine is told to hide
		code  protocol.Code
	}{
		{"nothing of it", []string{`{"text":"plain"}`}, `__bua(\"mask\",{}`, ""},
		{"it did", []string{`{"text":"a hunter2 b"}`, `{"text":"a b"}`}, `\"hide\":[\"hunter2\"]`, ""},
		{"it does again", []string{`{"text":"a"}`, `{"text":"hunter2"}`}, `__bua(\"mask\",{}`, protocol.CodeInvalidAction},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			talk := s.follows(script{"shown": row.shown, "Page.captureScreenshot": {`{"data":"x"}`}, "mask": {`{"hidden":0}`}})
			_, err := talk.act(t.Context(), protocol.Screenshot{Hide: []string{"hunter2"}}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			told := ""
			for _, c := range s.cdp.Commands() {
				if strings.Contains(c.Params, `__bua(\"mask\"`) {
					told = c.Params
				}
			}
			s.True(strings.Contains(told, row.hide))
		})
	}
}
