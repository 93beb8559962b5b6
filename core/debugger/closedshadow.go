package debugger

import "github.com/zapvol/bua/core/internal/engine"

// Closed shadow roots are closed to scripts, the engine's among them, but not
// to CDP. The engine names the elements that may have one; each is looked at
// once per document, and its root handed to the engine for good.

// maxHosts is how many such elements are looked at in one go.
const maxHosts = 200

// adopt looks at the elements and hands the closed roots to the engine; it
// reports whether there were any.
func (r *run) adopt() (found bool, err error) {
	world, _, err := r.world()
	if err != nil {
		return false, err
	}
	defer func() {
		r.start("Runtime.releaseObjectGroup", newObject().str("objectGroup", "bua").end())
	}()
	out, err := r.send("Runtime.evaluate", newObject().str("expression", engine.AskHosts()).
		num("contextId", world).str("objectGroup", "bua").end())
	if err != nil {
		return false, err
	}
	out, err = r.send("Runtime.getProperties", newObject().str("objectId", text(member(out, "result", "objectId"))).flag("ownProperties", true).end())
	if err != nil {
		return false, err
	}
	properties := member(out, "result")
	type host struct {
		id   string
		wait func() ([]byte, error)
	}
	var hosts []host
	for n := 0; n <= maxHosts; n++ {
		p := element(properties, n)
		if p == nil {
			break
		}
		if id := text(member(p, "value", "objectId")); id != "" {
			hosts = append(hosts, host{id, r.start("DOM.describeNode", newObject().str("objectId", id).num("depth", 0).end())})
		}
	}
	for _, h := range hosts {
		out, err := h.wait()
		root := members(element(member(out, "node", "shadowRoots"), 0), "shadowRootType", "backendNodeId")
		if err != nil || text(root[0]) != "closed" {
			continue
		}
		out, err = r.send("DOM.resolveNode", newObject().num("backendNodeId", whole(root[1])).num("executionContextId", world).str("objectGroup", "bua").end())
		if err != nil {
			continue // it went away
		}
		if _, err = r.on("", h.id, engine.CallAdopt, text(member(out, "object", "objectId"))); err != nil {
			return found, err
		}
		found = true
	}
	return found, nil
}
