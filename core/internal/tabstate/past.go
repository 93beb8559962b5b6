package tabstate

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// past is a document that a frame has held. On a busy machine the news of a
// download comes behind the news that the document which began it is gone.
type past struct {
	frame string
	from  []string // the addresses that decided about it
	at    time.Time
}

const (
	// lateNews is how long the news of a download may be behind the end of its document.
	lateNews = 10 * time.Second
	// maxPast is how many documents of a tab are remembered.
	maxPast = 200
)

// ends takes note that the documents in a frame and inside it end; "" is all of
// the tab's.
func (t *Tab) ends(outer string, at time.Time) {
	for _, f := range t.Frames.All() {
		if outer != "" && !t.Frames.Within(f.ID, outer) {
			continue
		}
		own, around, _ := t.Frames.Owners(f.ID)
		if from := append(own, around...); len(from) > 0 {
			t.past = append(t.past, past{f.ID, from, at})
		}
	}
	if n := len(t.past) - maxPast; n > 0 {
		t.past = append([]past(nil), t.past[n:]...)
	}
}

// late lists the addresses of documents that ended since then in a frame, or
// anywhere in the tab when nobody knows the frame any more: one of them may have
// made what has no address of its own.
func (t *Tab) late(frame, url string, since time.Time) (from []string) {
	if supervisor.SelfURL(url) != "" {
		return nil
	}
	_, known := t.Frames.Get(frame)
	for _, p := range t.past {
		if (p.frame == frame || !known) && p.at.After(since) {
			from = append(from, p.from...)
		}
	}
	return from
}

// downloadBegins takes note of a download, whichever of the tab's sessions tells.
func (f *fold) downloadBegins(params []byte) {
	m := scan.Texts(params, "frameId", "url")
	frame := m[0]
	from := f.Sources(frame, "")
	if f.Action != nil && f.Action.Kind == protocol.KindNavigate && frame == f.Main.Frame && supervisor.SelfURL(f.URL) == "" {
		from = nil // the agent has asked for it, no document
	}
	from = append(from, f.late(frame, m[1], f.at.Add(-lateNews))...)
	f.tell(News{Kind: Download, URL: f.URL, From: from})
	f.ended(frame)
}
