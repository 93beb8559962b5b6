// Package shim runs files of serviceworker/ in Node, beside core's own Go: what
// both know of a text that crosses, the id at the head of a message, the answer
// that stands for a dead core's, the script that a command asks for, is the same.
package shim
