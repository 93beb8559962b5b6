// Package obstacle decides, from what one extract saw, whether the page stands
// in the agent's way: a login wall, a captcha, a refusal. It is a pure
// function of [Input]; its texts are ours, never the page's.
//
// Five layers; the first that fires wins, and a login that is offered under a
// refusal wins over it. A signal weighs by where it stands: the "Log in" of an
// ordinary header says nothing, the same words on a button in the main content
// do, and pages to read about logins, captchas and refusals say nothing at all.
// The HTTP status and the mark of a challenge service need no words, and count
// where there is nothing to read. Fields tell more than words: two passwords
// in a row are a new one, a password alone is a gate in any language. Forms are
// read one after another, so that a login beside a registration stays one, and a
// login box beside other things is no wall. A refusal is a line with a word of
// access and a word of denial in one language. Doubt is
// answered with nothing or with low confidence, since high makes the agent
// give up.
//
// The phrases cover the languages that most of the web is written in. They
// are matched on whole words of a lower-cased text by string search: there is
// no regexp engine in the worker.
//
// It imports: core/protocol, core/scan.
package obstacle
