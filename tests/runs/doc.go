// Package runs holds the specs of bua's own agent: its driver, a model that is a
// function behind a server's real protocol, and a browser. A spec kills the driver at
// every entry of a run's journal, and asserts from the browser's end.
package runs
