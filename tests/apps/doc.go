// Command apps works tasks in real applications: through bua on both hosts, and
// through the strongest peer, Playwright MCP. One script drives them all. It
// looks for a role and a name in what the driver shows, and nowhere else; what
// an application holds afterwards, in its file, its database or its API, says
// whether a task is solved. The page is never asked.
//
// The applications come from npm and Debian, pinned, and run on loopback. Some
// are widgets of a library on a page of ours, whose data our server keeps.
//
// `go run ./build apps` builds the product, installs all and runs it. With -by-hand it
// brings the applications up, prints sixteen tasks in words and judges whoever does them;
// with -paint it times how soon their first pages are shown, without and with the engine.
//
// It is no module of its own: four of go.mod's modules would leave (go-imap, go-smtp and
// theirs), none of which `go install` takes, for a second go.mod and go.sum. tests/bench
// takes none that nobody else does.
package main
