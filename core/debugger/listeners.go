package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/internal/engine"
)

// Scripts make things act without saying so, and no isolated world sees their
// listeners. Where a page shows little else to act on, the engine asks for them.

// maxListeners is how many listeners are looked at in one go.
const maxListeners = 200

// ofPress are the events of a press.
const ofPress = "dblclick mousedown"

// hear hands the elements that listen for presses to the engine; it reports
// whether that tells anything.
func (r *run) hear() (found bool) {
	// In the page's own world only its listeners are looked at: with those of all
	// worlds (pierce) Chromium 156 crashes now and then. The
	// object goes with the document.
	out, _ := r.sendTo(r.at, "Runtime.evaluate", newObject().str("expression", "document").end())
	out, _ = r.sendTo(r.at, "DOMDebugger.getEventListeners", newObject().str("objectId", text(member(out, "result", "objectId"))).num("depth", -1).end())
	for n, l := range elements(member(out, "listeners")) {
		if of := members(l, "type", "backendNodeId"); n < maxListeners && strings.Contains(ofPress, text(of[0])) {
			node, _ := r.node(whole(of[1])) // none where it went away, or is of another document
			out, _ := r.on(r.at, node, engine.CallHear)
			found = found || member(out, "result", "objectId") != nil
		}
	}
	r.release()
	return found
}
