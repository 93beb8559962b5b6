package link

import "github.com/zapvol/bua/core/protocol"

// Effect is one thing to do. Sealed: the variants are in this file.
type Effect interface{ isEffect() }

// Open asks for a WebSocket to URL; its events carry Conn.
type Open struct {
	Conn int
	URL  string
}

// Send sends a text message on the socket of that number.
type Send struct {
	Conn int
	Text []byte
}

// Close closes the socket of that number, open or still opening.
type Close struct {
	Conn   int
	Code   int
	Reason string
}

// Purpose says which of the two proofs a MAC is for.
type Purpose string

// The purposes.
const (
	PurposeHello Purpose = "hello"
	PurposeAck   Purpose = "ack"
)

// Mac asks for HMAC-SHA-256 of Data under Key; [MacReady] answers. The key
// must not be logged.
type Mac struct {
	Conn    int
	Purpose Purpose
	Key     []byte
	Data    []byte
}

// Random asks for bytes from a cryptographic source; [RandomReady] answers.
type Random struct {
	Conn  int
	Bytes int
}

// SetTimer starts the one timer anew.
type SetTimer struct {
	ID      int
	AfterMS int64
}

// StopTimer removes the timer.
type StopTimer struct{}

// Redeem asks for an HTTP POST of JSON; [Redeemed] answers with the same ID.
type Redeem struct {
	ID   int
	URL  string
	Body []byte
}

// Area is one of chrome.storage's areas.
type Area string

// The areas that link writes.
const (
	AreaLocal   Area = "local"
	AreaSession Area = "session"
)

// The keys that link owns in storage.
const (
	// KeyConfig is the pairing; the pages only remove it (see [ParseConfig]).
	//
	//bua:stored local value removed
	KeyConfig = "bridge_config"
	// KeyRejected is the refusal that ended trying, so that a worker that Chrome
	// restarts does not try again.
	//
	//bua:stored session value
	KeyRejected = "bridge_rejected"
)

// Save writes Value, a JSON text, under Key; a nil Value removes the key.
type Save struct {
	Area  Area
	Key   string
	Value []byte
}

// Deliver hands a message of the proven server to the dispatcher:
// [protocol.Request], [protocol.Cancel] or [protocol.Panel].
type Deliver struct {
	Conn    int
	Message protocol.Message
}

// Report says that the state for the person has changed.
type Report struct{ Status Status }

func (Open) isEffect()      {}
func (Send) isEffect()      {}
func (Close) isEffect()     {}
func (Mac) isEffect()       {}
func (Random) isEffect()    {}
func (SetTimer) isEffect()  {}
func (StopTimer) isEffect() {}
func (Redeem) isEffect()    {}
func (Save) isEffect()      {}
func (Deliver) isEffect()   {}
func (Report) isEffect()    {}
