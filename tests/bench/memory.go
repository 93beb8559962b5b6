package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// memory prints the resident size of the backend's process after the run.
func memory(p *product) error {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/status")
	if err != nil {
		fmt.Println("backend memory: not known on this system:", err)
		return nil
	}
	for _, line := range strings.Split(string(data), "\n") {
		if v, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			fmt.Println("backend process, resident:", strings.TrimSpace(v), "(goal ≤ 40 MiB)")
		}
	}
	return nil
}
