package protocol

// Version is the protocol version that this build speaks. One integer; both
// ends compare it in the handshake and a mismatch is rejected there, so no
// message in flight ever has a stale shape.
//
// It is raised when a variant changes shape, a field becomes required, or a
// meaning shifts in a way that the peer cannot see at run time. A new action,
// a new event or a new optional field does not raise it: those are negotiated
// by feature name in [Caps].
//
// History:
//
//	1  first wire: extract answered {text, html}.
//	2  extract answers {text, markdown, elements, obstacle?}; click, type and
//	   wait_for take a uid instead of a selector; actions hover and evaluate;
//	   error code element_stale.
//	3  end reasons system_idle and screen_locked, told apart from expired.
//	4  blocklist instead of allowlist, no TTL: codes scope_violation and
//	   session_expired gone, domain_blocked new; event permission_denied is
//	   now domain_blocked; event global_stop; session_started carries
//	   startedAt; session_ended carries tabId and actionCount; end reason
//	   expired gone, domain_blocked and global_stop new. Hard cut.
const Version = 4

// MinVersion is the oldest version that a server of this build accepts.
const MinVersion = 4
