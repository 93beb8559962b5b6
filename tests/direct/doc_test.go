// Package direct_test is what only the direct host can show: core on a real
// Chromium's DevTools socket, when the socket is cut, when the browser ends,
// and whether all of core's CDP is as Chrome's own definition has it. What
// both hosts must do alike is in tests/actions.
package direct_test
