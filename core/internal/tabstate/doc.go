// Package tabstate decides what a CDP event means for what is known of a tab:
// its navigations, frames, documents, dialogs and requests. It is a fold:
// [Apply] changes a [Tab] by an [Event] and returns news, upon which
// core/debugger acts.
//
// It has no clock (an event brings its time), no lock (the debugger's guards a
// Tab), no goroutine, and it sends no command. So what an event does is told by a
// table: events in, state and news out.
//
// Who keeps what:
//
//	Tab          what the browser has told of the tab, whoever acts there
//	Tab.Action   what it has told since the action in flight began
//	the tab of core/debugger    the connection: what it has switched on in the
//	             browser, its timers, who waits
//	its run      an action at work: its context, its guard, how far it is
//
// Who decides what: Apply decides what has happened. The debugger asks the guard
// and the listener whether that may be, sends what the browser is to do about
// it, and ends or wakes whoever waits.
//
// It imports: core/protocol, core/scan, core/supervisor.
package tabstate
