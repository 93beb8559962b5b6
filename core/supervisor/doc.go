// Package supervisor keeps what is known of one tab beyond its page: the
// dialogs that wait or were closed, what is to happen to the next one, and the
// tree of its frames. It decides who answers a dialog and which session
// reaches a frame.
//
// It is state without commands: core/debugger reads the browser's events, tells
// them here, and does what is answered. So the package knows no JSON and no CDP
// method, and never blocks. It is not safe for use by several goroutines: the
// debugger's lock guards it.
//
// Dialogs. The browser shows one at a time in a tab, whichever frame it comes
// from, and while it is open no command that needs the page is answered. What
// happens to one is decided when it opens: [Dialogs.Opened]. A beforeunload
// dialog stands before unsaved work: only an answer or a policy that the agent
// has set closes it, never another action.
//
// The console is not kept: the browser itself keeps the last messages of a
// page and tells them whenever it is asked, also after the worker died. So the
// debugger asks when the agent does, and a page cannot tell that nobody listens.
//
// It imports: core/protocol.
package supervisor
