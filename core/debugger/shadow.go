package debugger

// Closed shadow roots are closed to scripts, the engine's among them, but not
// to CDP. The engine names the elements that may have one; each is looked at
// once per document, and its root handed to the engine for good.

// maxHosts is how many such elements are looked at in one go.
const maxHosts = 200

// unseen is an expression for the elements that were not looked at yet.
const unseen = `__bua.hosts(globalThis.__buaSeen??=new WeakSet()).slice(0,200)`

// withHosts makes an extract say whether there are such elements.
func withHosts(extract string) string {
	return extract + `.then(a=>{const n=` + unseen + `.length;return n&&a.startsWith('{"ok":{')?'{"ok":{"hosts":'+n+','+a.slice(7):a})`
}

// adopt looks at the elements and hands the closed roots to the engine; it
// reports whether there were any.
func (r *run) adopt() (found bool, err error) {
	world, _, err := r.world()
	if err != nil {
		return false, err
	}
	defer func() {
		r.start("Runtime.releaseObjectGroup", with().str("objectGroup", "bua").end())
	}()
	out, err := r.send("Runtime.evaluate", with().str("expression", `(l=>{for(const h of l)__buaSeen.add(h);return l})(`+unseen+`)`).
		num("contextId", world).str("objectGroup", "bua").end())
	if err != nil {
		return false, err
	}
	out, err = r.send("Runtime.getProperties", with().str("objectId", text(member(out, "result", "objectId"))).flag("ownProperties", true).end())
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
			hosts = append(hosts, host{id, r.start("DOM.describeNode", with().str("objectId", id).num("depth", 0).end())})
		}
	}
	for _, h := range hosts {
		out, err := h.wait()
		root := members(element(member(out, "node", "shadowRoots"), 0), "shadowRootType", "backendNodeId")
		if err != nil || text(root[0]) != "closed" {
			continue
		}
		out, err = r.send("DOM.resolveNode", with().num("backendNodeId", whole(root[1])).num("executionContextId", world).str("objectGroup", "bua").end())
		if err != nil {
			continue // it went away
		}
		if _, err = r.send("Runtime.callFunctionOn", with().str("objectId", h.id).str("functionDeclaration", "function(r){__bua.adopt(this,r)}").
			raw("arguments", `[{"objectId":`+string(quote(nil, text(member(out, "object", "objectId"))))+`}]`).end()); err != nil {
			return found, err
		}
		found = true
	}
	return found, nil
}
