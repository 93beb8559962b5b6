// Package debugger drives core/debugger against tabs of a real Chromium, over
// a DevTools socket instead of chrome.debugger. The pages count their own
// events: they are the witness.
package debugger
