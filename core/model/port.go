package model

import (
	"context"
	"io"
	"time"
)

// Sender sends requests. It goes to the address of a request alone: an answer that leads
// elsewhere is handed on as it is, with a status of 300 to 399, since a key would go there
// too. When ctx ends, so do Send and the reading of the body.
type Sender interface {
	// Send returns the answer as soon as its header is there, or why there is none.
	Send(ctx context.Context, out Outgoing) (Incoming, Failure)
}

// Outgoing is a request.
type Outgoing struct {
	Method, URL string
	// Header may have the key in it, and is printed nowhere.
	Header []Header
	Body   []byte
	// Wire is the request's form, for a sender that has to add a header of its own to some.
	Wire Wire
}

// Header is one line of a header.
type Header struct{ Name, Value string }

// Incoming is an answer.
type Incoming struct {
	Status int
	// Header is a line of the header by its name, in whichever letters; "" for none.
	Header func(name string) string
	// Body is closed by who was given it. An error of it is an answer that breaks off.
	Body io.ReadCloser
}

// Failure is why a request has no answer; "" is none.
type Failure string

// The failures.
const (
	NoAddress Failure = "no_address" // the host's name has no address
	Refused   Failure = "refused"    // nobody takes the connection
	Untrusted Failure = "untrusted"  // the connection is not secure: the host cannot prove its name
	TimedOut  Failure = "timeout"    // the network has given up
	Cut       Failure = "cut"        // the connection ended before the answer
	Offline   Failure = "offline"    // this machine is on no network
	Denied    Failure = "denied"     // the browser keeps the sender from that host, until the person allows it
	Unsent    Failure = "unsent"     // anything else
)

// Clock tells the time.
type Clock interface {
	Now() time.Time
	// AfterFunc runs f once d has passed.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}
