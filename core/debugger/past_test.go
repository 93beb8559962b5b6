package debugger_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/debugger"
)

// begins hears where the downloads of a tab come from.
type begins struct {
	debugger.NoListener
	last *debugger.DownloadStart
}

func (l *begins) Refuses(url string) bool { return url == "https://bad.example/" }

func (l *begins) DownloadBegan(_ int, b *debugger.DownloadStart) (id, name string) {
	l.last = b
	return "f-1", ""
}

// What a document makes itself, as a data: address, says not whose it is. The news of
// its download may come when the document, or its frame, is gone already.
func TestDownload_BehindItsDocument(t *testing.T) {
	const bad, good = "https://bad.example/", "https://a.example/"
	type event = [2]string
	inside := []event{
		{"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"` + bad + `"}}`},
		{"Page.frameAttached", `{"frameId":"K","parentFrameId":"G"}`},
	}
	for name, row := range map[string]struct {
		events []event
		frame  string
		wait   time.Duration
		url    string
		frames string // what is told of the frame
	}{
		"its page is left":             {[]event{{"Page.frameNavigated", `{"frame":{"id":"F","url":"` + bad + `"}}`}, {"Page.frameNavigated", `{"frame":{"id":"F","url":"` + good + `"}}`}}, "F", 0, "data:,x", bad},
		"its frame is left":            {append(inside[:1:1], event{"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"` + good + `"}}`}), "G", 0, "data:,x", bad},
		"the frame around it is left":  {append(inside[:2:2], event{"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"` + good + `"}}`}), "K", 0, "data:,x", bad},
		"its frame is taken away":      {append(inside[:2:2], event{"Page.frameDetached", `{"frameId":"G","reason":"remove"}`}), "K", 0, "data:,x", bad},
		"nobody has told of its frame": {append(inside[:1:1], event{"Page.frameDetached", `{"frameId":"G","reason":"remove"}`}), "N", 0, "data:,x", bad},
		"long ago":                     {append(inside[:1:1], event{"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"` + good + `"}}`}), "G", 11 * time.Second, "data:,x", good},
		"another frame's end":          {append(inside[:1:1], event{"Page.frameDetached", `{"frameId":"G","reason":"remove"}`}), "F", 0, "data:,x", good},
		"a file with an address":       {append(inside[:1:1], event{"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"` + good + `"}}`}), "G", 0, good + "file", good},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			heard := &begins{}
			s := newStage(t)
			s.d.Listen(heard)
			s.NoErr(s.d.Attach(t.Context(), 1))
			for _, e := range row.events {
				s.d.Event(1, "", e[0], []byte(e[1]))
			}
			s.clock.Advance(row.wait)
			s.d.Event(1, "", "Page.downloadWillBegin", []byte(`{"frameId":"`+row.frame+`","guid":"g","url":"`+row.url+`","suggestedFilename":"f.txt"}`))
			is.Equal(heard.last.Frame, row.frames)
			is.True(!heard.last.Untold)
		})
	}
}
