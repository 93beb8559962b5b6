// Package engine declares what the core asks the page's engine, and what the
// engine answers. Each operation is one struct: its fields are the arguments,
// and its //bua:op line names the operation and the struct of its answer:
//
//	// Held reads a field back.
//	//
//	//bua:op held answers=FieldValue
//	type Held struct{ Target }
//
// build/gen writes from these types the Go that spells a question and reads an
// answer (engine_gen.go), the TypeScript by which the compiler checks the
// engine's table of handlers (page/common/engine.gen.ts), and a table for people
// (docs/engine.gen.md). A field is a string, a whole number, a bool or a list of
// strings; an answer may also hold structs. What has omitempty may be absent.
//
// [Objects] declares the few functions that take or give elements, which are no
// JSON. script.go puts operations together that shall happen in one round trip.
//
// It imports: core/scan.
package engine
