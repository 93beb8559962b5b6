package debugger_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestExtract_PDF: what reads a PDF comes into the tab that shows one, once, and the
// reading is asked for again behind it.
func TestExtract_PDF(t *testing.T) {
	s := newStage(t)
	var sent []string
	there := false
	s.cdp.Watch = func(c coretest.Command) {
		switch {
		case strings.Contains(c.Params, "/*pdf*/"):
			sent, there = append(sent, "reader"), true
		case strings.Contains(c.Params, `__bua(\"extract\"`):
			sent = append(sent, "extract")
		}
	}
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if !strings.Contains(c.Params, `__bua(\"extract\"`) {
			return nil, nil
		}
		pdf, text := "1", ""
		if there {
			pdf, text = "2", "## Page 1"
		}
		ok := `{"ok":{"url":"https://a.example/","pdf":` + pdf + `,"title":"","text":"","markdown":"` + text + `","elements":[],"next":10}}`
		return []byte(`{"result":{"type":"string","value":` + strconv.Quote(ok) + `}}`), nil
	})
	for _, after := range []string{"", "p1"} {
		res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Extract{After: after}, allow{})
		s.NoErr(err)
		s.Equal(res.(protocol.ExtractResult).Markdown, "## Page 1")
	}
	s.Equal(strings.Join(sent, " "), "extract reader extract extract")
}
