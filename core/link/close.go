package link

// Close codes of the socket. 4001 to 4004 and 4008 are the server's; a browser
// can only close with 1000 or 3000 to 4999, so the extension's reasons have
// their own.
const (
	CloseNormal = 1000
	// CloseVersion: the protocol versions do not match.
	CloseVersion = 4001
	// CloseUnpaired: the device is not paired or its proof is wrong.
	CloseUnpaired = 4002
	// CloseRevoked: the person revoked the device.
	CloseRevoked = 4003
	// CloseReplaced: the same device has connected again.
	CloseReplaced = 4004
	// CloseUntrusted: the server did not prove that it holds the key.
	CloseUntrusted = 4005
	// CloseSilent: nothing was heard for [SilenceMS].
	CloseSilent = 4006
	// CloseInvalid: a message broke a rule.
	CloseInvalid = 4007
	// CloseSlow: the peer does not read fast enough.
	CloseSlow = 4008
	// CloseDied: the extension's core died; the service worker's JavaScript says so.
	CloseDied = 4500
)

// Times of the link, in milliseconds.
const (
	// BeatMS is how long a side stays silent before it beats. Chrome ends a
	// worker after 30 s without an event, and ping frames are none.
	BeatMS = 20_000
	// SilenceMS is how long a peer may be silent: two beats and some grace.
	SilenceMS = 45_000
	// OpenMS bounds the opening of a socket.
	OpenMS = 10_000
	// HandshakeMS bounds everything from open to the proof.
	HandshakeMS = 10_000
	// RedeemMS is when an unanswered redemption counts as failed; the driver's
	// own limit is 10 s.
	RedeemMS = 15_000
	// ClockMS is the jump of the clock (sleep, a person's correction) after
	// which a connection proves itself anew.
	ClockMS = 30_000
	// WindowMS is how far the clocks of both ends may be apart.
	WindowMS = 60_000
	// ReplacedMS is how long a replaced extension stays away, so that two
	// copies of one profile cannot push each other out more than twice a minute.
	ReplacedMS = 60_000
	// SteadyMS is how long a connection has to last to forget failed attempts.
	SteadyMS = 10_000
)

// MaxHeld is how many messages may wait for the server's proof, and how many
// events may wait for a connection.
const MaxHeld = 64
