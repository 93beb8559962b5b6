package model

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"regexp"

	"github.com/zapvol/bua/core/agent/budget"
)

// Price is what models cost, in US dollars for a million tokens.
type Price struct {
	// Match is a pattern of path.Match for "provider/model"; a slash is a letter like
	// any other, and a date at the end of the model's name does not count. The first
	// price that matches counts, a person's before those that are known.
	Match string  `json:"match"`
	In    float64 `json:"in"`
	// CachedIn and WrittenIn are In where they are left out.
	CachedIn  float64 `json:"cachedIn,omitempty"`
	WrittenIn float64 `json:"writtenIn,omitempty"`
	Out       float64 `json:"out"`
}

//go:embed prices.json
var prices []byte

// Prices are those that are known, and the day on which they were looked up. They are
// of requests of up to 200,000 tokens; where the price rises below that, the higher one
// is there, so that a cap holds.
func Prices() (list []Price, asOf string) {
	var f struct {
		AsOf   string  `json:"asOf"`
		Prices []Price `json:"prices"`
	}
	if json.Unmarshal(prices, &f) != nil {
		return nil, "" // a test reads them
	}
	return f.Prices, f.AsOf
}

func (p Price) check() error {
	if _, err := path.Match(flat(p.Match), ""); err != nil || p.Match == "" {
		return fmt.Errorf("price %q: it must match \"provider/model\", such as openai/gpt-5*", p.Match)
	}
	for _, dollars := range []float64{p.In, p.CachedIn, p.WrittenIn, p.Out} {
		if !(dollars >= 0 && dollars < 1e6) {
			return fmt.Errorf("price %s: it must be in dollars for a million tokens, 0 or more", p.Match)
		}
	}
	return nil
}

// Millionths is an amount of dollars as the agent counts it.
func Millionths(dollars float64) int64 { return int64(math.Round(dollars * 1e6)) }

// Caps are the person's bounds on what models may cost, in US dollars; 0 is none. Run is
// that of a run which is given none of its own.
type Caps struct {
	Run   float64 `json:"run,omitempty"`
	Day   float64 `json:"day,omitempty"`
	Month float64 `json:"month,omitempty"`
}

// Check says which bound is no amount.
func (c Caps) Check() error {
	for name, dollars := range map[string]float64{"run": c.Run, "day": c.Day, "month": c.Month} {
		if !(dollars >= 0 && dollars < 1e6) {
			return fmt.Errorf("caps: %s must be in dollars, from 0 (none) to less than 1000000", name)
		}
	}
	return nil
}

// dated is the end of a name that says which edition of the model it is.
var dated = regexp.MustCompile(`-(20\d{6}|20\d\d-\d\d-\d\d|latest)$`)

func (p Price) matches(name string) bool {
	ok, _ := path.Match(flat(p.Match), flat(name))
	return ok
}

// priceOf is what a model costs, or nothing known.
func priceOf(name string, lists ...[]Price) budget.Price {
	for _, list := range lists {
		for _, p := range list {
			if p.matches(name) || p.matches(dated.ReplaceAllString(name, "")) {
				return budget.Price{In: Millionths(p.In), CachedIn: Millionths(p.CachedIn), WrittenIn: Millionths(p.WrittenIn), Out: Millionths(p.Out)}
			}
		}
	}
	return budget.Price{}
}
