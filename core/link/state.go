package link

import "github.com/zapvol/bua/core/protocol"

// State is everything that link knows. The zero State is a worker that has not
// started. It is a value: Step never changes the one it was given. It lives in
// memory only; what has to survive the worker is in storage through [Save].
type State struct {
	client Client
	// config is a copy of bridge_config in storage; the zero Config is unpaired.
	config Config
	// problem is why bridge_config cannot be used, "" when it can.
	problem string
	// inv is the code being redeemed, zero when none is.
	inv      invitation
	redeemID int
	// asked is an invitation to a server elsewhere, which waits for the person's
	// word; zero when none does.
	asked invitation
	// orders is what the organisation's policy has this browser paired with, zero
	// for nothing; policy is what the hello says of it.
	orders invitation
	policy []protocol.Feature

	phase  phase
	why    refusalReason
	since  int64
	notice refusalReason

	// conn is the number of the newest socket; the phases from opening to up
	// say that it is alive.
	conn int
	// timer is the number of the newest timer and due when it ends; armed says
	// that it counts.
	timer int
	due   int64
	armed bool
	// attempts counts the failures since the last steady connection.
	attempts int
	// last is when the latest event happened.
	last int64

	hello protocol.Hello
	token Token
	ack   protocol.Ack
	// held are the messages that came between the ack and its proof.
	held     [][]byte
	heldSize int

	// beats: both ends have said that they beat.
	beats       bool
	heard, sent int64
	// queue are the events that wait for a connection.
	queue []protocol.Event

	// lives names the pairing with which this worker has been connected to a
	// backend that resumes, "" when there is none; answers are those kept for it,
	// past the ids of earlier ones.
	lives       string
	answers     []keptAnswer
	answersSize int
	past        []string

	// reported is the status that the last Report told.
	reported Status
}

type phase int

const (
	unstarted phase = iota
	// dropped: within a step, between two phases.
	dropped
	unpaired
	redeeming
	// waiting: backing off, with config or with an invitation.
	waiting
	opening
	// nonce, signing, acking and proving are the steps of the handshake.
	nonce
	signing
	acking
	proving
	up
	rejected
	misconfigured
)

// Mode is the state as a person sees it.
type Mode string

// The modes.
const (
	ModeUnpaired       Mode = "unpaired"
	ModeConnecting     Mode = "connecting"
	ModeAuthenticating Mode = "authenticating"
	ModeConnected      Mode = "connected"
	ModeRejected       Mode = "rejected"
	ModeBackoff        Mode = "backoff"
	ModeMisconfigured  Mode = "misconfigured"
)

// Status is the summary for the person.
type Status struct {
	State Mode
	// Reason says why, "" when there is nothing to say; Detail says it in one
	// sentence.
	Reason protocol.Reason
	Detail string
	// Since is when this state began, NextTry when the next attempt is, 0 when
	// none is planned; both in milliseconds since the epoch.
	Since, NextTry int64
	// Server and DeviceName are those of the pairing.
	Server, DeviceName string
	// Notice says how the last pairing with a code failed, "" when it did not;
	// NoticeDetail says it in one sentence.
	Notice       protocol.Reason
	NoticeDetail string
	// Asks is the host of a server that is not this machine, and that the person
	// is to confirm before a code goes there; "" when there is nothing to ask.
	Asks string
	// Orders is the host of the server that the organisation pairs this browser with,
	// "" for none; Enrolled says that it is.
	Orders   string
	Enrolled bool
}

// Status returns the summary for the person.
func (s State) Status() Status {
	st := Status{State: s.mode(), Reason: s.why.code, Detail: s.why.text, Since: s.since,
		DeviceName: s.config.DeviceName, Notice: s.notice.code, NoticeDetail: s.notice.text, Asks: s.asked.server.Host,
		Orders: s.orders.server.Host, Enrolled: s.enrolled()}
	if s.config.paired() {
		st.Server = s.config.Server.String()
	}
	if s.phase == waiting {
		st.NextTry = s.due
	}
	return st
}

// Conn returns the number of the connection that is up, 0 when none is.
func (s State) Conn() int {
	if s.phase != up {
		return 0
	}
	return s.conn
}

// Panels returns the number of the connection if frames of panels may go over it, else 0.
func (s State) Panels() int {
	if !has(s.ack.Caps, protocol.FeaturePanel) {
		return 0
	}
	return s.Conn()
}

func (s State) mode() Mode {
	switch s.phase {
	case redeeming, opening:
		return ModeConnecting
	case nonce, signing, acking, proving:
		return ModeAuthenticating
	case up:
		return ModeConnected
	case waiting:
		return ModeBackoff
	case rejected:
		return ModeRejected
	case misconfigured:
		return ModeMisconfigured
	default:
		return ModeUnpaired
	}
}

// socket reports whether a socket exists.
func (s State) socket() bool { return s.phase >= opening && s.phase <= up }

// trusted reports whether what the server says may end the trying: it has
// proved itself, or TLS has said who it is.
func (s State) trusted() bool { return s.phase == up || s.config.Server.Secure }

// Public reports whether the backend wants the agent kept out of private networks.
func (s State) Public() bool { return has(s.ack.Caps, protocol.FeaturePublic) }
