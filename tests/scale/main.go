// Command scale measures what a cluster of backends costs for each browser that is
// connected, with browsers that are there in name only: three NATS servers and
// three backends, each a process of its own, and a fourth backend, this process,
// that asks for the browsers of the others.
//
//	go run ./tests/scale -devices 1000,10000,100000
//	go run ./tests/scale -devices 100000 -super
//
// docs/scale.md says what follows from its figures. No suite runs it.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if role := os.Getenv(roleVariable); role != "" {
		if err := play(role); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	devices := flag.String("devices", "1000,10000,100000", "how many browsers are connected, one run for each `number`")
	super := flag.Bool("super", false, "each NATS server is a cluster of its own, with gateways between them, instead of one cluster of three")
	rest := flag.Duration("rest", 20*time.Second, "for how long messages are counted at rest")
	questions := flag.Int("questions", 5000, "how many browsers are sought, one after another, for each figure")
	flag.Parse()
	for part := range strings.SplitSeq(*devices, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err == nil {
			err = measure(run{devices: n, super: *super, rest: *rest, questions: *questions})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "scale:", err)
			os.Exit(1)
		}
	}
}
