// Package uid decides the form of element references and when one can mean no
// element. A uid is e and a number. Numbers go on through all documents of a
// tab and are never given twice in it, so a reference from an earlier page
// cannot mean an element of this one; which element a number means only the
// page engine knows, for as long as the document lives.
//
// The package holds no state: the first free number of a tab is core/dispatch's,
// which stores it.
//
// It imports: core/protocol, core/scan.
package uid
