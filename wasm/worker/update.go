package worker

import (
	"time"

	"github.com/zapvol/bua/wasm/chrome"
)

// updateWait is how long an update waits for what is under way. A help may be asked
// for as long; a question stays before the person for ever, which must not
// keep a correction of a fault away.
const updateWait = 10 * time.Minute

// update lets Chrome install the new version as soon as nothing is under way:
// no request is in execution and nothing waits for the person. A connected
// worker is never idle, so Chrome itself would wait until the browser ends.
// Sessions, questions and answers kept for an agent end with the old version.
func (w *Worker) update() {
	deadline := w.Clock.Now().Add(updateWait)
	told := false
	var look func()
	look = func() {
		if w.requests.count() == 0 && !w.Dispatcher.Asking() || !w.Clock.Now().Before(deadline) {
			chrome.ReloadCall{}.Post(w.Host)
			return
		}
		if !told {
			told = true
			w.links.put(func() {
				w.updateBy = deadline.UnixMilli()
				w.report(w.state.Status())
			})
		}
		w.Clock.AfterFunc(time.Second/2, look)
	}
	look()
}
