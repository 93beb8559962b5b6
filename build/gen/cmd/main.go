// Command cmd runs the generator by itself, from the root of the repository:
// `go run ./build/gen/cmd`.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/zapvol/bua/build/gen"
)

func main() {
	if err := gen.Run(context.Background(), "."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
