package page_test

import (
	"testing"

	"github.com/zapvol/bua/tests/obstaclepages"
)

// inTurns are the pages of a set in three languages each, and those of the first
// language as the choice that stands for all.
func inTurns(set func(int) []obstaclepages.Page) (pages []obstaclepages.Page, chosen []bool) {
	for turn := 0; turn < 12; turn += 4 {
		more := set(turn)
		pages = append(pages, more...)
		for range more {
			chosen = append(chosen, turn == 0)
		}
	}
	return pages, chosen
}

// Pages with a site round them are told apart as well as small ones.
func TestObstaclePages_whole(t *testing.T) {
	pages, chosen := inTurns(obstaclepages.Whole)
	s := scored(t, pages, chosen)
	s.least(t, 97, "auth")
	s.least(t, 95, "captcha") // one of the 24 of the first language each is missed
	if 100*s.alarms > 2*s.ordinary {
		t.Errorf("%d false alarms on %d pages, at most 2 of 100", s.alarms, s.ordinary)
	}
}

// A form that stands alone is a login or another form.
func TestObstaclePages_fragments(t *testing.T) {
	pages, chosen := inTurns(obstaclepages.Fragments)
	s := scored(t, pages, chosen)
	s.least(t, 98, "auth")
	if s.alarms > 0 {
		t.Errorf("%d of %d other forms are taken for a login", s.alarms, s.ordinary)
	}
}
