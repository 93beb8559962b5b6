package debugger

import (
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// restMS is how long nothing changes in a page that has come to rest.
const restMS = 500

// waitLimit is how long a wait_for may take.
func waitLimit(a protocol.WaitFor) time.Duration { return time.Duration(a.Limit()) * time.Millisecond }

// waitFor waits for one thing and tells what it saw.
func waitFor(r *run, a protocol.WaitFor) (protocol.Result, error) {
	saw, err := "", error(nil)
	switch {
	case a.Seconds > 0:
		r.await(waitLimit(a), func() bool { return false })
		saw = strconv.Itoa(a.Seconds) + " s have passed"
	case a.URL != "":
		saw, err = waitAddress(r, a.URL, waitLimit(a))
	default:
		saw, err = waitPage(r, a)
	}
	if err == nil {
		err = r.allowed()
	}
	if err != nil {
		return nil, err
	}
	return r.done(r.effects(protocol.Effects{Saw: saw}, ""))
}

// waitPage waits for what the engine sees, across documents. A uid belongs to one.
func waitPage(r *run, a protocol.WaitFor) (saw string, err error) {
	until := r.d.clock.Now().Add(waitLimit(a))
	at := a.Target
	_, element := uid.Parse(a.Gone)
	if element {
		at.UID = a.Gone
	}
	for {
		left := until.Sub(r.d.clock.Now())
		wait := &engine.Wait{Text: a.Text, Gone: a.Gone, MS: int(max(left.Milliseconds(), 1))}
		if a.Quiet {
			wait.Quiet = restMS
		}
		_, out, err := r.aim(at, &wait.Target, wait, nil)
		switch {
		case err == nil:
			return wait.Answer(out).Saw, nil
		case element && (err == causeNavigated || protocol.CodeOf(err) == protocol.CodeElementStale):
			return a.Gone + " is of a page that is gone, or has become something else", nil
		case err != causeNavigated || at.UID != "" || left <= 0:
			return "", err
		}
	}
}

// waitAddress waits until the tab's address has a part, in which * is any text.
func waitAddress(r *run, part string, max time.Duration) (saw string, err error) {
	came := r.await(max, func() bool { return hasPart(r.t.URL, part) })
	if err := r.allowed(); err != nil || r.ctx.Err() != nil {
		return "", err
	}
	url := r.url()
	if !came {
		return "", protocol.NewError(protocol.CodeTimeout, "the address had no such part after "+seconds(max)+`: it is "`+scan.Clip(url, tabstate.MaxText)+`"; extract to see what is there, or wait longer`)
	}
	return "the address " + url, nil
}

// hasPart reports whether s has the part, in which * is any text.
func hasPart(s, part string) bool {
	for one := range strings.SplitSeq(part, "*") {
		i := strings.Index(s, one)
		if i < 0 {
			return false
		}
		s = s[i+len(one):]
	}
	return true
}
