package jobs

import (
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/scan"
)

// row is how a job is written down.
//
//bua:record
type row struct {
	User    string
	Created int64
	// Order is what its runs are told beside the task: the model, the browser, bounds.
	Order runs.Wanted
	Job   schedule.Job
}

// offKey is the row of the table that names the users whose planned tasks are off: a list
// of texts. No job's ID is so short.
const offKey = "off"

// readOff reads that row, and reports whether it is one.
func readOff(data []byte, users *[]string) bool {
	if !scan.Valid(data, 2) {
		return false
	}
	var o scan.Object
	o.Raw(offKey, string(data))
	return record.Read(o.JSON(), &off{users})
}

type off struct{ users *[]string }

// Fields reads it.
func (o *off) Fields(p *record.Pass) { record.Strs(p, offKey, o.users) }
