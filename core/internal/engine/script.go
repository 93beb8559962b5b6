package engine

import "github.com/zapvol/bua/core/scan"

// All JavaScript that asks the engine is written here. A script is an
// expression for the engine's world. It returns, or promises, what the door
// answers: {"ok":…} or {"error":…}.

// Op is one operation with its arguments.
type Op interface {
	fielded
	op() string
}

// Do does one operation.
func Do(op Op) string {
	return string(Door) + `("` + op.op() + `",` + string(write(op)) + ")"
}

// Then does an operation and, when it has been done or has failed, another. It
// answers as the first.
func Then(first, then Op) string {
	return `(async()=>{const a=await ` + Do(first) + `;await ` + Do(then) + `;return a})()`
}

// Each does one operation after the other until one fails. It answers as the
// last that was done.
func Each(first Op, then ...Op) string {
	s := `(async()=>{let a=await ` + Do(first)
	for _, op := range then {
		s += `;if(!a.startsWith('{"error"'))a=await ` + Do(op)
	}
	return s + `;return a})()`
}

// Before does an operation that waits for nothing, and then a script, in the
// same turn. It answers as the script.
func Before(op Op, script string) string { return "(" + Do(op) + "," + script + ")" }

// IfThere does an operation where the engine is there.
func IfThere(op Op) string { return "globalThis." + string(Door) + "&&" + Do(op) }

// Install puts the engine into a world that may not have it. It is the same text
// in every document, and a script of its own: then the browser compiles it once
// for each process, its functions too.
func Install(engine string) string { return beforeEngine + engine + behind }

// InstallPDF puts what reads a PDF into a world that has the engine.
func InstallPDF(reader string) string { return beforePDF + reader + behind }

// Read takes an answer of the door apart: ok is what the operation answered,
// fault why it failed. It reports false for what is neither.
func Read(answer []byte) (ok []byte, fault *Fault, good bool) {
	var e envelope
	read(answer, &e)
	return e.ok, e.fault, e.fault != nil || len(e.ok) > 0
}

// envelope is what the door answers.
type envelope struct {
	ok    []byte
	fault *Fault
}

func (x *envelope) fields(c *codec) {
	if c.reads("ok") {
		x.ok = c.value
	}
	optional(c, "error", &x.fault)
}

// Fault is why an operation failed.
type Fault struct {
	// Code is one of the wire's.
	Code string `json:"code"`
	// Message is one sentence, in which a word of the page stands in quotes.
	Message string `json:"message"`
	// Next is the number that is free for a uid now.
	Next int `json:"next,omitempty"`
}

// ReadReport reads what the engine tells through [NotifyBinding].
func ReadReport(payload []byte) (t Report) {
	read(payload, &t)
	return t
}

// quoted is a string as JavaScript writes it.
func quoted(s string) string { return string(scan.AppendQuote(nil, s)) }
