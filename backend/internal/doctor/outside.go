package doctor

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/backend/app"
)

// far is how long an outside NATS may take: its audit may be long.
const far = 6 * patience

// outside looks at the NATS in which several backends keep everything; nothing
// is said where none was named. Only what a backend would have made there
// itself is made: the audit's stream, where there is none.
func (d Doctor) outside(ctx context.Context) []Finding {
	const check = "nats"
	if d.NATS == nil {
		return nil
	}
	where := d.NATS.String()
	begun := time.Now()
	db, err := app.OpenStoreIn(d.NATS)
	if err != nil {
		return []Finding{wrong(check, where+" cannot be used: "+reason(err), "see whether it runs with JetStream, and whether address, user and --nats-creds are right")}
	}
	defer db.Close()
	took := time.Since(begun).Round(time.Millisecond)
	ctx, cancel := context.WithTimeout(ctx, far)
	defer cancel()
	report, err := db.Audit.Verify(ctx)
	switch {
	case err != nil:
		return []Finding{wrong(check, where+" answers, but its audit cannot be read: "+reason(err), "see whether most of its servers are up, and whether the user may use JetStream")}
	case report.Broken > 0:
		return []Finding{wrong(check, "the chains of the audit in "+where+" do not hold: "+strconv.Itoa(report.Broken)+" faults", "bua audit verify --nats names the rows; somebody or a broken disk has changed them")}
	}
	return []Finding{ok(check, where+" answers after "+took.String()+"; its audit has "+strconv.FormatUint(report.Rows, 10)+" rows, chains valid")}
}
