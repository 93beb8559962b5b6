package cdp

import (
	"encoding/json"
	"os"

	"github.com/zapvol/bua/build/suite"
)

// count writes a line for each tab of the browser into the suite's file, when the suite
// runs the test.
func (c *Conn) count() {
	path := os.Getenv(suite.CountEnv)
	if path == "" {
		return
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return
	}
	c.On(func(e Event) {
		var p struct{ TargetInfo TargetInfo }
		if e.Method == "Target.targetCreated" && json.Unmarshal(e.Params, &p) == nil && p.TargetInfo.Type == "page" {
			_, _ = file.WriteString("tab " + p.TargetInfo.TargetID + "\n")
		}
	})
	go func() {
		<-c.done
		_ = file.Close()
	}()
	// Without a filter: Target.getTargets would take it over, and list tabs alone.
	_ = c.Start("", "Target.setDiscoverTargets", json.RawMessage(`{"discover":true}`))
}
