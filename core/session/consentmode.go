package session

import (
	"context"

	"github.com/zapvol/bua/core/scan"
)

// LoadMode reads the mode and the profile again, the organisation's, else the
// person's, and what the organisation grants. What is not understood asks.
func (c *Consent) LoadMode(ctx context.Context) {
	data, fixed, err := c.writer.chosen(ctx, KeyConsentMode, func(data []byte) bool { return modeOf(data) != "" })
	mode := modeOf(data)
	switch {
	case err != nil:
		mode = ConsentAsk
	case len(data) == 0 || string(data) == "null":
		mode = ConsentOff
	case mode == "":
		mode = ConsentAsk
	}
	profile, _ := ProfileIn(ctx, c.writer)
	given, _ := c.writer.Managed(ctx, KeyGrants, isStrings) // one that cannot be read grants nothing
	c.mu.Lock()
	c.fixed, c.given = fixed, grants(given)
	other := c.strict != (profile == ProfileStrict)
	if other { // what is asked and answered in one profile means nothing in the other
		c.strict, c.asked, c.once = !c.strict, nil, nil
	}
	c.mu.Unlock()
	if other {
		c.save()
	}
	c.setMode(profile.asks(mode))
}

// modeOf reads a mode, "" for what is none.
func modeOf(data []byte) Mode {
	for _, m := range []Mode{ConsentOff, ConsentAsk, ConsentPerOrigin} {
		if string(data) == `"`+string(m)+`"` {
			return m
		}
	}
	return ""
}

// Profile takes the person's choice of a profile, and reports whether it is
// theirs; [Consent.LoadMode] and [Policy.Load] put it in force.
func (c *Consent) Profile(ctx context.Context, p Profile) bool {
	if _, fixed := ProfileIn(ctx, c.writer); fixed {
		return false
	}
	c.writer.Put(Local, KeyProfile, func() []byte { return scan.AppendQuote(nil, string(p)) }, nil)
	return true
}

// Choose takes the person's choice of a mode, and reports whether it is theirs.
func (c *Consent) Choose(mode Mode) bool {
	c.mu.Lock()
	fixed, profile := c.fixed, ProfileDefault
	if c.strict {
		profile = ProfileStrict
	}
	c.mu.Unlock()
	if fixed {
		return false
	}
	c.setMode(profile.asks(mode))
	c.writer.Put(Local, KeyConsentMode, func() []byte { return scan.AppendQuote(nil, string(mode)) }, nil)
	return true
}

// setMode puts a mode in force; with nobody to be asked no question waits.
func (c *Consent) setMode(mode Mode) {
	c.mu.Lock()
	c.mode = mode
	drop := mode == ConsentOff && len(c.asked) > 0
	if drop {
		c.asked = nil
	}
	c.mu.Unlock()
	if drop {
		c.save()
	}
	c.notify()
}
