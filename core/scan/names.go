package scan

// names are those of one object. Few are compared one by one; a long object
// gets a set, so that its size costs no square.
type names struct {
	few  [][]byte
	many map[string]struct{}
}

// add reports whether the name is new.
func (n *names) add(name []byte) bool {
	if n.many != nil {
		if _, known := n.many[string(name)]; known {
			return false
		}
		n.many[string(name)] = struct{}{}
		return true
	}
	for _, f := range n.few {
		if string(f) == string(name) {
			return false
		}
	}
	n.few = append(n.few, name)
	if len(n.few) > 16 {
		n.many = make(map[string]struct{}, 32)
		for _, f := range n.few {
			n.many[string(f)] = struct{}{}
		}
	}
	return true
}
