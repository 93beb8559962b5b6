// Package downloads remembers the downloads that began in tabs of the agent's:
// which there are, under which ids the agent knows them, and what the browser
// last said of each. Nothing outside this list may ever be read or cancelled.
//
// It is state only: it asks no browser and decides about no policy, which is
// core/dispatch's. It never waits.
//
// It imports: core/lock, core/protocol, core/scan.
package downloads
