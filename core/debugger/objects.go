package debugger

import "github.com/zapvol/bua/core/scan"

// Objects of the engine's world belong to one group, which release lets go of.

const objectGroup = "bua"

// object evaluates in the engine's world what gives an object, "" for nothing.
func (r *run) object(expression string) (id string, err error) {
	return r.made("Runtime.evaluate", "result", "contextId", new(scan.Object).Str("expression", expression))
}

// node is a node as an object of the engine's world.
func (r *run) node(id int) (string, error) {
	return r.made("DOM.resolveNode", "object", "executionContextId", new(scan.Object).Num("backendNodeId", id))
}

// made has a command give an object of the engine's world, which in names in its parameters.
func (r *run) made(method, member, in string, of *scan.Object) (string, error) {
	world, _, err := r.world()
	if err != nil {
		return "", err
	}
	out, err := r.sendTo(r.at, method, of.Num(in, world).Str("objectGroup", objectGroup).JSON())
	return scan.String(scan.Members(scan.Members(out, member)[0], "objectId")[0]), err
}

// release lets the objects go, in the process that is read. It does not wait.
func (r *run) release() {
	r.startIn(r.at, "Runtime.releaseObjectGroup", new(scan.Object).Str("objectGroup", objectGroup).JSON())
}
