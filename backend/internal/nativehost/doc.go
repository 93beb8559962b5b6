// Package nativehost is what the browser starts for the extension: it decides who
// is answered, and reads and writes the browser's native messages. One message
// is answered, then the process ends; the browser itself reads no more of it.
//
// The browser names the extension that calls in the first argument. It lets only
// those of the host's manifest call, and here that is looked at once more.
//
// It imports: core/link, core/protocol, core/scan.
package nativehost
