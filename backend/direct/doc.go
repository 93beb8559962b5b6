// Package direct is core's other host: its ports on the DevTools socket of a
// Chrome, so that the same dispatcher, debugger and session book that run in
// the extension's worker drive a browser without the extension. It decides how
// the socket is found, kept and lost; everything else is core's.
//
// What it speaks itself (Target.* and Browser.*: which tabs there are, opening
// and closing them) goes through cdproto's typed commands. What core/debugger
// says to a tab passes as the bytes that core wrote, in the tab's flat session.
//
// It differs from the extension where Chrome leaves no choice:
//
//   - The agent's tabs are opened behind the tab that is shown. CDP can neither
//     say in which window a tab is to open nor open one in a minimised window
//     without raising it (measured). So the agent's window is a group of tabs,
//     see [chrome.group], and the focus stays where it is all the same.
//   - Nobody's presence can be asked, so the person counts as there.
//   - Nobody sits before an options page: the blocklist is a file of the
//     operator's, and stopping is ending bua.
//
// The only one who reads a socket's address is [Endpoint], and it shows no more
// than scheme and host of it.
//
// It imports: backend/internal/loopback, backend/internal/private, core/category, core/debugger,
// core/dispatch, core/downloads, core/protocol, core/session, core/supervisor.
package direct
