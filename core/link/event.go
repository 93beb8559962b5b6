package link

import "github.com/zapvol/bua/core/protocol"

// Event is one thing that happened, with the time and the chance of the moment.
type Event struct {
	// Now is the wall clock in milliseconds since the epoch; the proof in the
	// hello carries it.
	Now int64
	// Rand is any 32 random bits; they only spread reconnects.
	Rand uint32
	What What
}

// What is the kind of an [Event]. Sealed: the variants are in this file.
type What interface{ isWhat() }

// Started: the worker is up. The values are what storage and the manifest hold.
type Started struct {
	Client Client
	// Config is the JSON of bridge_config in storage.local, empty when there is none.
	Config []byte
	// Bootstrap is the content of bootstrap.json beside the manifest, empty
	// when there is none.
	Bootstrap []byte
	// Rejected is the JSON of bridge_rejected in storage.session.
	Rejected []byte
	// Orders is the organisation's policy.
	Orders Ordered
}

// Client is who this extension is.
type Client struct {
	// ExtensionID is chrome.runtime.id.
	ExtensionID string
	// Version is the manifest's version.
	Version string
	// Browser is for the list of devices, such as "Chromium 156".
	Browser string
	// DeviceName is the name to pair under when nobody chose one.
	DeviceName string
}

// ConfigChanged: bridge_config in storage has a new value, empty when removed.
type ConfigChanged struct{ Config []byte }

// Pair: the person gave a server and a one-time code in the options.
type Pair struct{ ServerURL, Code, DeviceName string }

// Confirm: the person said whether to pair with the server elsewhere that
// [Status.Asks] names.
type Confirm struct {
	Host string
	Yes  bool
}

// Opened: the socket of that number is open.
type Opened struct{ Conn int }

// Text: a text message came. A binary one is handed over as a [Text] with nil
// Data, which is a protocol error.
type Text struct {
	Conn int
	Data []byte
}

// Closed: the socket of that number is closed or could not be opened.
type Closed struct {
	Conn   int
	Code   int
	Reason string
}

// MacReady answers [Mac]; MAC is empty when it failed.
type MacReady struct {
	Conn    int
	Purpose Purpose
	MAC     []byte
}

// RandomReady answers [Random]; Bytes is empty when it failed.
type RandomReady struct {
	Conn  int
	Bytes []byte
}

// Timer: the timer of that number has run out.
type Timer struct{ ID int }

// Redeemed answers [Redeem]. Status is the HTTP status, 0 when there was no
// answer.
type Redeemed struct {
	ID     int
	Status int
	Body   []byte
}

// Wake: the alarm rang.
type Wake struct{}

// Retry: the person asked to try again now.
type Retry struct{}

// Outgoing: a response, an event or a panel's frame wants to go to the backend.
type Outgoing struct {
	// Conn is the Conn of the [Deliver] that a response answers, or the one that a
	// panel's port began on; an event has 0.
	Conn    int
	Message protocol.Message
}

func (Started) isWhat()       {}
func (ConfigChanged) isWhat() {}
func (Pair) isWhat()          {}
func (Confirm) isWhat()       {}
func (Opened) isWhat()        {}
func (Text) isWhat()          {}
func (Closed) isWhat()        {}
func (MacReady) isWhat()      {}
func (RandomReady) isWhat()   {}
func (Timer) isWhat()         {}
func (Redeemed) isWhat()      {}
func (Wake) isWhat()          {}
func (Retry) isWhat()         {}
func (Outgoing) isWhat()      {}
