package protocol

// Reason is why a browser and a backend are not linked. The backend says some
// of them, in a [Reject] and in its answer to a pairing code; the extension
// says the others to its own pages. A backend that says none is understood by
// the codes of its answer (see core/link).
type Reason string

// AsReason is the reason that a word names, [ReasonRefused] for one that this
// build does not know.
func AsReason(word string) Reason {
	e := Error{Reason: Reason(word)}
	e.fields(&codec{mode: checking}) // which knows the words
	return e.Reason
}

// The reasons that a backend says.
const (
	// ReasonRefused: one that this build does not know; the message says it.
	ReasonRefused Reason = "refused"
	// ReasonVersion: the two protocol versions do not match.
	ReasonVersion Reason = "version"
	// ReasonOldExtension: the backend needs a newer extension.
	ReasonOldExtension Reason = "old_extension"
	// ReasonNotPaired: the backend does not know this browser, or its key is wrong.
	ReasonNotPaired Reason = "not_paired"
	// ReasonRevoked: the person revoked this browser.
	ReasonRevoked Reason = "revoked"
	// ReasonClock: the clocks of the browser and the backend are too far apart.
	ReasonClock Reason = "clock"
	// ReasonReplayed: the proof was used before.
	ReasonReplayed Reason = "replayed"
	// ReasonCodeWrong: the pairing code is wrong or has expired.
	ReasonCodeWrong Reason = "code_wrong"
	// ReasonCodeUsed: the pairing code was used already.
	ReasonCodeUsed Reason = "code_used"
	// ReasonTooMany: too many attempts at pairing codes.
	ReasonTooMany Reason = "too_many"
	// ReasonFull: the user has as many browsers as there may be.
	ReasonFull Reason = "full"
)

// The reasons that the extension finds.
const (
	// ReasonNoBackend: nothing answers.
	ReasonNoBackend Reason = "no_backend"
	// ReasonNotBua: what answers does not speak as a backend does.
	ReasonNotBua Reason = "not_bua"
	// ReasonImpostor: what answers did not prove that it holds the key.
	ReasonImpostor Reason = "impostor"
	// ReasonReplaced: another browser uses this browser's pairing.
	ReasonReplaced Reason = "replaced"
	// ReasonLost: the connection was lost.
	ReasonLost Reason = "lost"
	// ReasonAsleep: the clock jumped, as after a sleep.
	ReasonAsleep Reason = "asleep"
	// ReasonInvalid: the backend sent what breaks a rule.
	ReasonInvalid Reason = "invalid"
	// ReasonNoProof: the browser could not compute its proof.
	ReasonNoProof Reason = "no_proof"
	// ReasonOtherServer: the backend named another server to connect to.
	ReasonOtherServer Reason = "other_server"
	// ReasonBadInvitation: the address or the code cannot be used.
	ReasonBadInvitation Reason = "bad_invitation"
	// ReasonDamaged: what is stored of the pairing cannot be read.
	ReasonDamaged Reason = "damaged"
)
