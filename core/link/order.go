package link

import "github.com/zapvol/bua/core/protocol"

// The keys of the organisation's policy that say which backend this browser
// belongs to. Without both nothing is ordered.
const (
	// KeyServer is the backend's address.
	//
	//bua:stored managed string
	KeyServer = "serverUrl"
	// KeyEnrolment is a token that the backend exchanges for a key of this browser's
	// own. It is used once: a browser that was revoked does not come back by it.
	//
	//bua:stored managed string
	KeyEnrolment = "enrolment"
)

// Ordered: this is what the organisation's policy says now.
type Ordered struct {
	// Server and Enrolment are the JSON of [KeyServer] and [KeyEnrolment], empty for
	// none.
	Server, Enrolment []byte
	// Managed says that there is a policy, Faulty that something in it is not
	// understood: the backend is told with the next hello.
	Managed, Faulty bool
}

func (Ordered) isWhat() {}

// ordered obeys a policy that has changed. One that was withdrawn leaves the
// pairing, which is the person's to forget then.
func (m *machine) ordered(w Ordered) {
	if m.phase != unstarted {
		m.order(w)
	}
}

// order carries out what the organisation has ordered, unless that was done
// before. Nobody is asked: who sets the policy decides what this browser is. It
// reports whether it is at it now.
func (m *machine) order(w Ordered) bool {
	m.policy = nil
	if w.Managed {
		m.policy = append(m.policy, protocol.FeatureManaged)
	}
	if w.Faulty {
		m.policy = append(m.policy, protocol.FeatureManagedFaults)
	}
	text, _, ok := object(appendRaw(w.Server, w.Enrolment))
	if !ok || text[KeyEnrolment] == "" {
		m.orders = invitation{}
		return false
	}
	inv, err := invite("policy: ", text[KeyServer], text[KeyEnrolment], m.client.DeviceName)
	if err != nil {
		m.orders, m.notice = invitation{}, refusalReason{protocol.ReasonBadInvitation, protocol.AsError(err).Message}
		return false
	}
	inv.boot = true
	m.orders = inv
	switch {
	case m.config.Code == inv.code:
		return false // done, also where it was revoked since
	case m.inv == inv:
		return true
	}
	m.redeem(inv)
	return true
}

// enrolled reports whether the pairing is the one that the organisation ordered.
func (s State) enrolled() bool {
	return s.orders.code != "" && s.config.paired() && s.config.Code == s.orders.code
}

// appendRaw makes one object of the two values.
func appendRaw(server, enrolment []byte) []byte {
	raw := func(v []byte) string {
		if len(v) == 0 {
			return "null"
		}
		return string(v)
	}
	return []byte(`{"` + KeyServer + `":` + raw(server) + `,"` + KeyEnrolment + `":` + raw(enrolment) + `}`)
}
