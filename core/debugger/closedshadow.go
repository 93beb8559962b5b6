package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/scan"
)

// Closed shadow roots are closed to scripts, the engine's among them, but not
// to CDP. The engine names the elements that may have one; each is looked at
// once per document, and its root handed to the engine for good.

// maxHosts is how many such elements are looked at in one go.
const maxHosts = 200

// adopt looks at the elements and hands the closed roots to the engine; it
// reports whether there were any.
func (r *run) adopt() (found bool) {
	list, err := r.object(engine.AskHosts())
	if err != nil {
		return false
	}
	out, _ := r.sendTo(r.at, "Runtime.getProperties", new(scan.Object).Str("objectId", list).Bool("ownProperties", true).JSON())
	type host struct {
		id   string
		wait func() ([]byte, error)
	}
	var hosts []host
	for _, p := range scan.Elements(scan.Path(out, "result")) {
		if id := scan.TextAt(p, "value", "objectId"); id != "" && len(hosts) < maxHosts {
			hosts = append(hosts, host{id, r.startIn(r.at, "DOM.describeNode", new(scan.Object).Str("objectId", id).Num("depth", 0).JSON())})
		}
	}
	for _, h := range hosts {
		out, _ := h.wait()
		closed, _ := r.adoptRoot(h.id, scan.Nth(scan.Path(out, "node", "shadowRoots"), 0))
		found = found || closed // what can be read is better than nothing
	}
	r.release()
	return found
}

// adoptRoot hands the engine a shadow root that CDP has described, if it is a
// closed one.
func (r *run) adoptRoot(host string, described []byte) (closed bool, err error) {
	root := scan.Members(described, "shadowRootType", "backendNodeId")
	if scan.String(root[0]) != "closed" {
		return false, nil
	}
	node, err := r.node(scan.Whole(root[1]))
	if err == nil {
		_, err = r.on(r.at, host, engine.CallAdopt, node)
	}
	return err == nil, err
}
