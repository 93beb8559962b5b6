package schedule

// Change is one change of a zone's offset.
type Change struct {
	// At is when it happens, Offset how many seconds the clock is ahead of UTC from
	// then on.
	At     int64
	Offset int
}

// Zone is what the clock shows in some place. The zero Zone is UTC.
type Zone struct {
	// Offset is in seconds, before the first change.
	Offset int
	// Changes are in order. They have to reach as far as a year ahead; behind the
	// last one its offset is taken to stay.
	Changes []Change
}

// offset is the one at a time, in milliseconds.
func (z Zone) offset(at int64) int64 {
	o := z.Offset
	for _, c := range z.Changes {
		if c.At > at {
			break
		}
		o = c.Offset
	}
	return int64(o) * 1000
}

// Local is what the clock shows at a time, as if it were UTC.
func (z Zone) Local(at int64) int64 { return at + z.offset(at) }

// Moment is when the clock shows local. A time that comes twice is the first of
// the two. One that is left out is the moment at which the clock leaves it out.
func (z Zone) Moment(local int64) int64 {
	before := int64(z.Offset) * 1000
	at := local - before
	if len(z.Changes) == 0 || at < z.Changes[0].At {
		return at
	}
	for i, c := range z.Changes {
		after := int64(c.Offset) * 1000
		at = local - after
		switch {
		case at < c.At: // between what showed before and what shows after: left out
			return c.At
		case i+1 == len(z.Changes) || local-after < z.Changes[i+1].At:
			return at
		}
	}
	return at
}
