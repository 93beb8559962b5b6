// Package adapter knows what is worth knowing about a site before a run works on
// it: notes for the model, and whether each act there is asked about.
//
// A site is told by its host alone, which is compared whole, as the browser writes it:
// a name that only looks like it, ends like it or begins like it never matches. Notes are the project's or the person's words. Nothing of
// a page gets into them.
//
// It imports: core/record, core/session.
package adapter
