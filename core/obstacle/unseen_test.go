package obstacle_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/obstacle"
)

//go:embed testdata/unseen.txt
var unseen string

//go:embed testdata/unseen2.txt
var unseen2 string

// tally counts verdicts over one file of cases.
type tally struct {
	// right and claimed are verdicts of a type, wanted and found its pages; a
	// page that surely is an obstacle is found only by a high verdict.
	right, claimed, wanted, found map[string]int
	// beside are the verdicts on hard ordinary pages, which claimed holds too.
	beside map[string]int
	// natural are the ordinary pages that came up by chance, hard those that were
	// picked because they speak of obstacles or look like one.
	natural, hard ordinary
}

// ordinary counts pages that are no obstacle, those taken for one, and those
// with high confidence.
type ordinary struct{ pages, alarms, high int }

func measure(t *testing.T, file string) tally {
	s := tally{right: map[string]int{}, claimed: map[string]int{}, wanted: map[string]int{}, found: map[string]int{}, beside: map[string]int{}}
	for i, line := range strings.Split(file, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		want, in := parse(t, i+1, line)
		got := verdict(obstacle.Detect(in))
		wantType, wantSure, _ := strings.Cut(want, " ")
		gotType, gotSure, _ := strings.Cut(got, " ")
		if gotType != "none" {
			s.claimed[gotType]++
			if gotType == wantType {
				s.right[gotType]++
			}
			if wantSure == "hard" {
				s.beside[gotType]++
			}
		}
		ok := gotType == wantType && (wantSure != "high" || gotSure == "high")
		if wantType == "none" {
			o := &s.natural
			if wantSure == "hard" {
				o = &s.hard
			}
			o.pages++
			if gotType != "none" {
				o.alarms++
				if gotSure != "low" {
					o.high++
				}
			}
		} else {
			s.wanted[wantType]++
			if ok {
				s.found[wantType]++
			}
		}
	}
	return s
}

func (s tally) precision(of string) float64 { return part(s.right[of], s.claimed[of]) }
func (s tally) among(of string) float64     { return part(s.right[of], s.claimed[of]-s.beside[of]) }
func (s tally) recall(of string) float64    { return part(s.found[of], s.wanted[of]) }

func part(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func (s tally) print(t *testing.T) {
	for _, of := range []string{"auth", "captcha", "denied"} {
		t.Logf("%-7s precision %.3f (%d of %d), recall %.3f (%d of %d)", of,
			s.precision(of), s.right[of], s.claimed[of], s.recall(of), s.found[of], s.wanted[of])
		if s.hard.pages > 0 {
			t.Logf("        without the hard pages: precision %.3f (%d of %d)", s.among(of), s.right[of], s.claimed[of]-s.beside[of])
		}
	}
	s.natural.print(t, "ordinary pages")
	s.hard.print(t, "hard ordinary pages")
}

func (o ordinary) print(t *testing.T, what string) {
	if o.pages > 0 {
		t.Logf("false alarms on %s %.3f (%d of %d), of high confidence %d", what, part(o.alarms, o.pages), o.alarms, o.pages, o.high)
	}
}

// The aims: auth 0.95 and 0.85 (precision, recall), captcha 0.95 and 0.90,
// denied 0.98 and 0.95, false alarms on 0.01 of the ordinary pages. The tests
// assert the aims that are reached, and for the others that they do not fall back.

func least(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got < want {
		t.Errorf("%s is %.3f, want at least %.2f", what, got, want)
	}
}

func (o ordinary) most(t *testing.T, what string, most int) {
	t.Helper()
	if o.alarms > most {
		t.Errorf("%d false alarms on %d %s, at most %d so far", o.alarms, o.pages, what, most)
	}
}

// TestDetect_Unseen measures on pages that the rules were not written on.
func TestDetect_Unseen(t *testing.T) {
	s := measure(t, unseen)
	s.print(t)
	least(t, "recall of auth", s.recall("auth"), 0.85)
	least(t, "precision of captcha", s.precision("captcha"), 0.95)
	least(t, "recall of captcha", s.recall("captcha"), 0.90)
	least(t, "precision of denied", s.precision("denied"), 0.98)
	// Not the aims yet.
	least(t, "precision of auth", s.precision("auth"), 0.94)
	least(t, "recall of denied", s.recall("denied"), 0.90)
	s.natural.most(t, "ordinary pages", 2)
}

// TestDetect_Unseen2 measures on a second set, which holds ordinary pages that
// came up by chance apart from those that were picked to be hard.
func TestDetect_Unseen2(t *testing.T) {
	s := measure(t, unseen2)
	s.print(t)
	least(t, "recall of auth", s.recall("auth"), 0.85)
	least(t, "precision of captcha", s.precision("captcha"), 0.95)
	least(t, "recall of captcha", s.recall("captcha"), 0.90)
	// Not the aims yet; among without the hard pages.
	least(t, "precision of auth", s.among("auth"), 0.92)
	least(t, "precision of denied", s.among("denied"), 0.92)
	least(t, "recall of denied", s.recall("denied"), 0.87)
	s.natural.most(t, "ordinary pages", 2)
	s.hard.most(t, "hard ordinary pages", 10)
}
