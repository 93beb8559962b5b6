// Command demo is a scripted model for showing bua's own agent without one: it serves
// OpenAI's form on a port of loopback, prints the address, and presses the button that
// it is told, until its standard input ends.
//
// It imports: tests/fakemodel.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/zapvol/bua/tests/fakemodel"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: demo BUTTON WORDS-THAT-SHOW-IT")
		os.Exit(2)
	}
	s := fakemodel.New(fakemodel.Traits{Model: "scripted"}, fakemodel.Presser(os.Args[1], os.Args[2]))
	fmt.Println(s.URL + "/v1")
	_, _ = io.Copy(io.Discard, os.Stdin)
	s.Close()
}
