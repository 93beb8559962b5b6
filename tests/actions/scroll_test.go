package actions_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/bed"
)

func TestScroll(t *testing.T) { onEach(t, specScroll) }

func specScroll(t *testing.T, b *bed.Bed, site *bed.Site) {
	tab := b.Open(t, site.URL("/scroll.html"))
	at := func(js string) float64 {
		v, _ := b.Get(t, map[string]any{"type": "evaluate", "expression": "return " + js, "tabId": tab})["value"].(float64)
		return v
	}

	t.Run("the page, by most of a screen", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "tabId": tab})
		is.True(at("scrollY") > at("innerHeight")/2)
		is.True(at("scrollY") <= at("innerHeight"))
	})
	t.Run("the page, by an amount, and back", func(t *testing.T) {
		is := is.New(t)
		from := at("scrollY")
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 300, "tabId": tab})
		is.Equal(at("scrollY"), from+300)
		b.Get(t, map[string]any{"type": "scroll", "direction": "up", "amount": 100000, "tabId": tab})
		is.Equal(at("scrollY"), 0.0)
	})
	t.Run("the nearest scrollable around a target", func(t *testing.T) {
		is := is.New(t)
		uid := b.Extract(t, tab, nil).UID(t, "button", "In box")
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 120, "uid": uid, "tabId": tab})
		is.Equal(at("document.getElementById('box').scrollTop"), 120.0)
		is.Equal(at("scrollY"), 0.0)
	})
	t.Run("refuses a direction that is none", func(t *testing.T) {
		b.Refused(t, "invalid_action", map[string]any{"type": "scroll", "direction": "left", "tabId": tab})
	})
}
