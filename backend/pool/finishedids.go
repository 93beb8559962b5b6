package pool

// pastIDs is how many finished ids a connection remembers, to tell a late or a
// repeated answer from one that nobody ever asked for.
const pastIDs = 256

type pastKind uint8

const (
	pastUnknown pastKind = iota
	pastAnswered
	pastAbandoned
)

// String says why an answer is dropped.
func (k pastKind) String() string {
	switch k {
	case pastAnswered:
		return "duplicate"
	case pastAbandoned:
		return "late"
	default:
		return "stray"
	}
}

// past is a ring of the ids that are finished. Ids are never used again, so it
// is for the counters and the log only. The connection's mutex guards it.
type past struct {
	ring []string
	at   int
	how  map[string]pastKind
}

func (p *past) add(id string, how pastKind) {
	if p.how == nil {
		p.how = map[string]pastKind{}
	}
	if len(p.ring) < pastIDs {
		p.ring = append(p.ring, id)
	} else {
		delete(p.how, p.ring[p.at])
		p.ring[p.at] = id
		p.at = (p.at + 1) % pastIDs
	}
	p.how[id] = how
}

func (p *past) kind(id string) pastKind { return p.how[id] }
