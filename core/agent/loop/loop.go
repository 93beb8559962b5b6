package loop

import "strconv"

// Call is one call that has been carried out.
type Call struct {
	// Name and Args are the tool's and its arguments, as far as they are equal
	// where the calls are.
	Name, Args string
	// Outcome is what the model reads of it, without what is fresh in each answer.
	Outcome string
	// Reads says that it only looked, Changed that the page did something.
	Reads, Changed bool
	// To is the address that the tab has come to, "" where it has stayed.
	To string
	// Pressed says that a point was pressed: X and Y, in CSS pixels.
	Pressed bool
	X, Y    int
	// At is when it ended, in milliseconds.
	At int64
}

// Verdict is what follows from a call.
type Verdict string

// The verdicts.
const (
	Fine  Verdict = ""
	Nudge Verdict = "nudge" // tell the model
	Stop  Verdict = "stop"  // end the run
)

// The numbers.
const (
	window    = 6  // the last calls that are compared
	equal     = 3  // as many equal ones among them are a nudge
	nudgesMax = 8  // a stop
	forgive   = 2  // healthy calls in a row that forgive
	bucket    = 5  // pixels
	pointHint = 5  // presses of one point
	pointStop = 8  // without anything new
	visits    = 3  // of one family of addresses without progress
	staleHint = 24 // halves of calls in a row with nothing new
	pollGap   = 10_000
	pollMax   = 60
	looks     = 4  // readings that may be polled in turn
	remembers = 96 // hashes in each memory
)

// See takes note of a call and says what follows, and why in a sentence for the
// model.
func (s *State) See(c Call) (Verdict, string) {
	point := uint32(0)
	if c.Pressed {
		point = hash(strconv.Itoa(c.X/bucket), strconv.Itoa(c.Y/bucket))
	}
	key := hash(c.Name, c.Args, c.Outcome) ^ point
	if s.poll(&c, key) {
		return Fine, ""
	}
	s.last = append(s.last, key)
	if len(s.last) > window {
		s.last = s.last[len(s.last)-window:]
	}
	if s.progress(&c) {
		s.forget()
		s.last = append(s.last, key)
	}
	known := s.calls.has(key)
	s.calls.add(key)
	switch {
	case !known:
		s.stale = 0
	case c.Changed:
		s.stale++
	default:
		s.stale += 2
	}
	if why, stop := s.judge(&c, key, point); why != "" {
		s.healthy = 0
		s.nudges++
		if stop || s.nudges >= nudgesMax {
			return Stop, why
		}
		return Nudge, why
	}
	if s.healthy++; s.healthy >= forgive {
		s.nudges = 0
	}
	return Fine, ""
}

// Shown takes note of a reading that no call has asked for: it may show something new,
// and is never what goes in circles.
func (s *State) Shown(name, outcome string) {
	if s.progress(&Call{Name: name, Reads: true, Outcome: outcome}) {
		s.forget()
	}
}

// forget ends the counting of what was the same before something new.
func (s *State) forget() {
	s.last, s.families, s.point, s.presses, s.stale, s.polls = nil, nil, 0, 0, 0, 0
}

// judge says what is wrong with the latest call, and whether that alone ends the
// run.
func (s *State) judge(c *Call, key, point uint32) (why string, stop bool) {
	if c.Pressed {
		if point != s.point || c.Changed {
			s.point, s.presses = point, 0
		}
		if !c.Changed {
			s.presses++
		}
		if s.presses >= pointHint {
			return "You have pressed the same point " + strconv.Itoa(s.presses) + " times and nothing new has followed.", s.presses >= pointStop
		}
	}
	if c.To != "" {
		if n := s.visit(hash(family(c.To), "", "")); n >= visits {
			return "You have come to this address " + strconv.Itoa(n) + " times without reading anything new.", false
		}
	}
	if !c.Changed {
		n := 0
		for _, k := range s.last {
			if k == key {
				n++
			}
		}
		if n >= equal {
			return "You have made the same call " + strconv.Itoa(n) + " times with the same outcome.", false
		}
		if l := s.last; len(l) >= 4 && l[len(l)-1] == l[len(l)-3] && l[len(l)-2] == l[len(l)-4] && l[len(l)-1] != l[len(l)-2] {
			return "You take turns between two calls whose outcomes stay the same.", false
		}
	}
	if s.stale >= staleHint {
		return "Your last calls have all been made before, and nothing new has followed.", false
	}
	return "", false
}

// progress reports whether the call has shown something new.
func (s *State) progress(c *Call) bool {
	fresh := false
	if c.Reads {
		h := hash(c.Name, c.Outcome, "")
		fresh = !s.outcomes.has(h)
		s.outcomes.add(h)
	}
	if c.To != "" {
		h := hash(c.To, "", "")
		fresh = fresh || !s.places.has(h)
		s.places.add(h)
	}
	return fresh
}

// poll reports whether the call looks again for what has not come yet, with time
// in between.
func (s *State) poll(c *Call, key uint32) bool {
	if !c.Reads {
		return false
	}
	kept := make([]look, 0, looks)
	gap := int64(0)
	for _, l := range s.looks {
		if l.key == key {
			gap = c.At - l.at
			continue
		}
		kept = append(kept, l)
	}
	if len(kept) == looks {
		kept = append(kept[:0], kept[1:]...)
	}
	s.looks = append(kept, look{key, c.At})
	if gap < pollGap {
		return false
	}
	s.polls++
	return s.polls <= pollMax
}

// visit counts the visits to a family of addresses.
func (s *State) visit(h uint32) int {
	for i := range s.families {
		if s.families[i].of == h {
			s.families[i].n++
			return s.families[i].n
		}
	}
	if len(s.families) >= remembers {
		s.families = append(s.families[:0:0], s.families[1:]...)
	}
	s.families = append(s.families, family32{h, 1})
	return 1
}
