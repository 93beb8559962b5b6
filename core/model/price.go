package model

import (
	"errors"
	"path"

	"github.com/zapvol/bua/core/agent/budget"
)

// Dollars is an amount of US dollars, in millionths; below zero it is none.
type Dollars int64

// MarshalJSON writes it as a number of dollars.
func (d Dollars) MarshalJSON() ([]byte, error) { return decimal(int64(d), 6), nil }

// UnmarshalJSON reads a number of dollars.
func (d *Dollars) UnmarshalJSON(data []byte) error {
	*d = dollars(data)
	return nil
}

func dollars(v value) Dollars {
	if n, ok := undecimal(string(v), 6); ok {
		return Dollars(n)
	}
	return -1
}

// Price is what models cost, in US dollars for a million tokens.
type Price struct {
	// Match is a pattern of path.Match for "provider/model"; a slash is a letter like
	// any other, and a date at the end of the model's name does not count. The first
	// price that matches counts, a person's before those that are known.
	Match string  `json:"match"`
	In    Dollars `json:"in"`
	// CachedIn and WrittenIn are In where they are left out.
	CachedIn  Dollars `json:"cachedIn,omitempty"`
	WrittenIn Dollars `json:"writtenIn,omitempty"`
	Out       Dollars `json:"out"`
}

// ParsePrices reads prices as prices.json has them, and the day on which they were looked
// up. They are of requests of up to 200,000 tokens; where the price rises below that, the
// higher one is there, so that a cap holds.
func ParsePrices(data []byte) (list []Price, asOf string) {
	all, ok := parse(data)
	if !ok {
		return nil, ""
	}
	for l := all.at("prices").each(); l.next(); {
		x := l.is
		p := Price{Match: x.str("match"), In: dollars(x.at("in")), Out: dollars(x.at("out"))}
		if v := x.at("cachedIn"); v != nil {
			p.CachedIn = dollars(v)
		}
		if v := x.at("writtenIn"); v != nil {
			p.WrittenIn = dollars(v)
		}
		list = append(list, p)
	}
	return list, all.str("asOf")
}

// Check refuses what is no price.
func (p Price) Check() error {
	if _, err := path.Match(flat(p.Match), ""); err != nil || p.Match == "" {
		return errors.New(`price "` + p.Match + `": it must match "provider/model", such as openai/gpt-5*`)
	}
	for _, d := range []Dollars{p.In, p.CachedIn, p.WrittenIn, p.Out} {
		if d < 0 || d >= 1e12 {
			return errors.New("price " + p.Match + ": it must be in dollars for a million tokens, 0 or more")
		}
	}
	return nil
}

// PriceOf is what a model costs by the first price that matches, or nothing known.
func PriceOf(name string, lists ...[]Price) budget.Price {
	short := undated(name)
	for _, list := range lists {
		for _, p := range list {
			if p.matches(name) || p.matches(short) {
				return budget.Price{In: int64(p.In), CachedIn: int64(p.CachedIn), WrittenIn: int64(p.WrittenIn), Out: int64(p.Out)}
			}
		}
	}
	return budget.Price{}
}

func (p Price) matches(name string) bool {
	ok, _ := path.Match(flat(p.Match), flat(name))
	return ok
}

// undated is a name without its end that says which edition of the model it is.
func undated(name string) string {
	for _, form := range []string{"-20dddddd", "-20dd-dd-dd", "-latest"} {
		at := len(name) - len(form)
		if at >= 0 && shaped(name[at:], form) {
			return name[:at]
		}
	}
	return name
}

// shaped reports whether a text has a form, where d is a digit.
func shaped(text, form string) bool {
	for i := range len(form) {
		if digit := '0' <= text[i] && text[i] <= '9'; form[i] == 'd' && !digit || form[i] != 'd' && form[i] != text[i] {
			return false
		}
	}
	return true
}
