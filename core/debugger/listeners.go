package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/internal/engine"
)

// Scripts make things act without saying so, and no isolated world sees their
// listeners. Where a page shows little else to act on, the engine asks for them.

// maxListeners is how many listeners are looked at in one go.
const maxListeners = 200

// ofPress are the events of a press, each between spaces.
const ofPress = " click dblclick mousedown "

// hear hands the elements that listen for presses to the engine; it reports
// whether that tells anything.
func (r *run) hear() (found bool) {
	world, _, err := r.world()
	if err != nil {
		return false
	}
	// Only the listeners of the page's own world are looked at: with those of all
	// worlds (pierce) Chromium 156 crashes now and then. The object goes with the document.
	out, _ := r.sendTo(r.at, "Runtime.evaluate", newObject().str("expression", "document").end())
	out, _ = r.sendTo(r.at, "DOMDebugger.getEventListeners", newObject().str("objectId", text(member(out, "result", "objectId"))).num("depth", -1).end())
	var nodes, heard []func() ([]byte, error)
	seen := map[int]bool{}
	for _, l := range elements(member(out, "listeners")) {
		of := members(l, "type", "backendNodeId")
		id := whole(of[1])
		if seen[id] || len(nodes) == maxListeners || !strings.Contains(ofPress, " "+text(of[0])+" ") {
			continue
		}
		seen[id] = true
		nodes = append(nodes, r.startIn(r.at, "DOM.resolveNode", newObject().num("backendNodeId", id).num("executionContextId", world).str("objectGroup", objectGroup).end()))
	}
	for _, wait := range nodes {
		out, _ := wait()
		if id := text(member(out, "object", "objectId")); id != "" { // none where it went away, or is of another document
			heard = append(heard, r.startIn(r.at, "Runtime.callFunctionOn", newObject().str("objectId", id).str("functionDeclaration", engine.CallHear).end()))
		}
	}
	for _, wait := range heard {
		out, _ := wait()
		found = found || member(out, "result", "objectId") != nil
	}
	r.release()
	return found
}
