package actions_test

import (
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// spec is one that does nothing but act on pages of its own.
type spec struct {
	name string
	run  func(*testing.T, *e2e.Product, *e2e.Site)
}

// together runs specs one after another in one browser for each host, since starting it
// costs more than most of them. Each has a site of its own, and its tabs are closed
// when it ends.
func together(t *testing.T, specs ...spec) {
	t.Helper()
	onEach(t, func(t *testing.T, b *e2e.Product, _ *e2e.Site) {
		for _, s := range specs {
			t.Run(s.name, func(t *testing.T) {
				defer b.Resume(t, 0)
				defer b.StopAll(t)
				s.run(t, b, e2e.NewSite(t, pages, "pages"))
			})
		}
	})
}

// TestReading: what is read of a page.
func TestReading(t *testing.T) {
	together(t,
		spec{"Seek", specSeek},
		spec{"Query", specQuery},
		spec{"Refs", specRefs},
		spec{"Many", specMany},
		spec{"Obstacle", specObstacle},
		spec{"Options", specOptions},
		spec{"Console", specConsole},
		spec{"Announced", specAnnounced},
		spec{"Steps", specSteps},
		spec{"Empty", specEmpty},
	)
}

// TestPointing: clicks, hovering and scrolling.
func TestPointing(t *testing.T) {
	together(t,
		spec{"Aim", specAim},
		spec{"Aim_editors", specAimEditors},
		spec{"Aim_circles", specAimCircles},
		spec{"Beneath", specBeneath},
		spec{"Overlaps", specOverlaps},
		spec{"Veiled", specVeiled},
		spec{"Modal", specModal},
		spec{"Pane", specPane},
		spec{"Click_Ways", specClickWays},
		spec{"Hover", specHover},
		spec{"Restless", specRestless},
		spec{"Scroll", specScroll},
		spec{"Drawn", specDrawn},
		spec{"Drawn_unnamed", specUnnamed},
	)
}

// TestWriting: fields and keys.
func TestWriting(t *testing.T) {
	together(t,
		spec{"Check", specCheck},
		spec{"FillForm", specFillForm},
		spec{"SelectOption", specSelectOption},
		spec{"Virtual", specVirtual},
		spec{"Invalid", specInvalid},
		spec{"Held", specHeld},
		spec{"Filled", specFilled},
		spec{"Committed", specCommitted},
		spec{"Type", specType},
		spec{"TypeKeys", specTypeKeys},
		spec{"Editors", specEditors},
		spec{"PressKey", specPressKey},
	)
}

// TestLoading: pages that come, go and change.
func TestLoading(t *testing.T) {
	together(t,
		spec{"Navigate", specNavigate},
		spec{"History", specHistory},
		spec{"Frames_Settle", specFramesSettle},
		spec{"Followed", specFollowed},
		spec{"WaitFor", specWaitFor},
	)
}
