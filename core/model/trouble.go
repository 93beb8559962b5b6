package model

// trouble is why a request has no answer, below all forms; nil is none.
type trouble struct {
	kind kind
	// event is what the server said within its answer.
	event []byte
}

type kind uint8

const (
	// unsent: nothing answers.
	unsent kind = iota
	// torn: what had begun does not go on.
	torn
	// shapeless: what came is no answer of this kind of server, or no JSON.
	shapeless
	// reported: a failure came within the answer.
	reported
	// noPath: the server does not have what was asked for by its address.
	noPath
	// noModel: the server does not have the model.
	noModel
)

func troubled(k kind) *trouble { return &trouble{kind: k} }

// is reports whether t is of a kind. There may be none.
func (t *trouble) is(k kind) bool { return t != nil && t.kind == k }
