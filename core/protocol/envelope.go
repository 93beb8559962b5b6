package protocol

import "github.com/go-json-experiment/json/jsontext"

// Message is one envelope on the socket, tagged on the wire by "type".
// Sealed: the variants are in this file.
type Message interface{ message(c *codec) }

// Hello is the extension's first message (type "hello"). Nothing else is sent
// before it is answered.
//
//bua:message hello
type Hello struct {
	// ProtocolVersion is the sender's [Version].
	ProtocolVersion int `json:"protocolVersion" bua:"min=1"`
	// ClientVersion is the extension's version, for the log.
	ClientVersion string `json:"clientVersion" bua:"max=MaxVersion"`
	// PairingToken is the proof of possession of the device key (see core/link).
	PairingToken string `json:"pairingToken" bua:"max=MaxPairingToken"`
	// Caps names what this extension can do beyond bare version 4.
	Caps *Caps `json:"caps,omitempty"`
}

// Ack accepts the handshake (type "ack").
//
//bua:message ack
type Ack struct {
	ProtocolVersion int    `json:"protocolVersion" bua:"min=1"`
	ServerVersion   string `json:"serverVersion" bua:"max=MaxVersion"`
	// ServerProof proves that the server holds the same device key.
	ServerProof string `json:"serverProof,omitempty" bua:"max=MaxProof"`
	Caps        *Caps  `json:"caps,omitempty"`
}

// Reject refuses the handshake (type "reject"); the socket closes after it.
//
//bua:message reject
type Reject struct {
	RequiredMinProtocolVersion int   `json:"requiredMinProtocolVersion" bua:"min=1"`
	Error                      Error `json:"error"`
}

// Request carries one action to the extension (type "request"). The id is a
// UUIDv4 made by the backend; the extension never invents ids.
//
//bua:message request
type Request struct {
	ID     string `json:"id" bua:"min=1,max=MaxID"`
	Action Action `json:"action"`
	// Agent is the program that asks, as it calls itself: a name to show to the
	// person, not a proof. Older extensions overlook it.
	Agent string `json:"agent,omitempty" bua:"max=MaxName"`
	// May is what the request may do; without it, all that the person lets agents do.
	// Sent only when the extension lists [FeatureMay], for an older one would overlook
	// it.
	May *May `json:"may,omitempty"`
}

// May bounds what a request does. What is beyond it is not done: the error says so,
// with what it would have been.
type May struct {
	// Reads: nothing but reading, scrolling, hovering and opening what is folded.
	Reads bool `json:"reads,omitempty"`
	// Site is the origin that Sinks were allowed on, beforehand; in a document of
	// another none of them is.
	Site string `json:"site,omitempty" bua:"max=MaxURL"`
	// Sinks are the acts with consequences.
	Sinks []Sink `json:"sinks,omitempty" bua:"open,max=MaxFeatures"`
}

// Sink is a kind of act with consequences.
type Sink string

// The sinks that the browser's end tells apart.
const (
	SinkPay      Sink = "pay"       // pay or order
	SinkSend     Sink = "send"      // send, post, submit
	SinkDelete   Sink = "delete"    // delete or cancel
	SinkUpload   Sink = "upload"    // hand a file to a page
	SinkSignIn   Sink = "sign_in"   // fill in a secret
	SinkTakeOver Sink = "take_over" // work in a tab of the person's
	SinkForeign  Sink = "foreign"   // press anything but a link
)

// Response answers the request with the same id (type "response") with
// exactly one of Result and Error.
//
//bua:message response
type Response struct {
	ID string `json:"id" bua:"min=1,max=MaxID"`
	// Result is the JSON of the action's [Result]; [DecodeResult] reads it.
	Result jsontext.Value `json:"result,omitempty" bua:"one"`
	Error  *Error         `json:"error,omitempty" bua:"one"`
}

// EventMessage carries one unsolicited [Event] to the backend (type "event").
//
//bua:message event
type EventMessage struct {
	Event Event `json:"event"`
}

// Cancel asks the extension to give up a request (type "cancel"). Sent only
// when both ends list [FeatureCancel].
//
//bua:message cancel
type Cancel struct {
	ID string `json:"id" bua:"min=1,max=MaxID"`
}

// Beat keeps the socket and the worker alive (type "beat"). Sent only when
// both ends list [FeatureBeat].
//
//bua:message beat
type Beat struct{}

// Panel carries one frame between a panel of the extension and the backend's agent
// (type "panel"), in either direction. Sent only when both ends list [FeaturePanel].
// Nobody on the way reads what is in it.
//
//bua:message panel
type Panel struct {
	// Port is the number of the panel; the extension makes it.
	Port int `json:"port" bua:"min=1"`
	// Data is the frame, at most [MaxFrame] bytes; without one the port is over.
	Data jsontext.Value `json:"data,omitempty"`
}

// Caps lists the features that a side offers; a side uses one only when both
// list it. Unknown names are ignored.
type Caps struct {
	Features []Feature `json:"features,omitempty" bua:"open,max=MaxFeatures"`
	Device   *Device   `json:"device,omitempty"`
}

// Device says which browser a hello comes from.
type Device struct {
	ID      string `json:"id" bua:"min=1,max=MaxID"`
	Name    string `json:"name,omitempty" bua:"max=MaxName"`
	Browser string `json:"browser,omitempty" bua:"max=MaxName"`
}
