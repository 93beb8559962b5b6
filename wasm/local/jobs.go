package local

import (
	"context"
	"errors"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/wasm/chrome"
)

// openJobs makes the planned tasks, once the runs are there.
func (l *Local) openJobs() {
	driver := jobs.Driver{All: l.runs, Browser: browser{&l.wire}, Clock: l.clock, Log: log{l.host}}
	l.jobs = jobs.New(jobs.Options{Table: table{l.host}, Runs: driver, Clock: l.clock, Zones: zones{l}, Random: l.random, Log: log{l.host}, Changed: func() {
		select {
		case l.replanned <- struct{}{}:
		default: // it is told already
		}
	}})
}

// plan adds what a run has planned, and the person has allowed.
func (l *Local) plan(user string, by runs.Head, j schedule.Job) error {
	_, err := l.jobs.Add(user, j, runs.Wanted{Model: by.Model})
	return err
}

// table keeps planned tasks. It implements [jobs.Table].
type table struct{ host chrome.Host }

// Put implements [jobs.Table].
func (t table) Put(key string, value []byte) error { return put(t.host, planned, key, string(value)) }

// Delete implements [jobs.Table].
func (t table) Delete(key string) error { return put(t.host, planned, key, "") }

// All implements [jobs.Table].
func (t table) All() (map[string][]byte, error) { return all(t.host, planned) }

// zones are the clocks of the world by the browser's table. It implements [jobs.Zones].
type zones struct{ l *Local }

// Here implements [jobs.Zones].
func (z zones) Here() string { return z.l.clock.place }

// Zone implements [jobs.Zones].
func (z zones) Zone(place string, at int64) (zone schedule.Zone, err error) {
	data, err := zoneCall{Place: place, At: at}.ask(context.Background(), z.l.host)
	if err == nil && !record.Read(data, &zone) {
		err = errors.New("what the clock shows cannot be read")
	}
	return zone, err
}

// atHome is where the person is, and what the clock shows there; "" where nobody knows.
func (z zones) atHome(at int64) (string, schedule.Zone) {
	zone, err := z.Zone("", at)
	if err != nil {
		return "", zone
	}
	return z.Here(), zone
}

// stayAwake tells the document from when on it is wanted, at once and whenever that changes:
// while a run goes on, and when a planned task is due.
func (l *Local) stayAwake() {
	for last := (awakeCall{At: -1}); ; {
		changed := l.runs.Changed()
		list, err := l.runs.List(user)
		now := awakeCall{At: l.jobs.Due(), Any: len(list) > 0}
		for _, v := range list {
			if !runs.Ended(v.Status) {
				now.At = 1
			}
		}
		if err == nil && now != last {
			now.Post(l.host)
			last = now
		}
		select {
		case <-changed:
		case <-l.replanned:
		}
	}
}
