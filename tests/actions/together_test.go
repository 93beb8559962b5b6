package actions_test

import (
	"fmt"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// spec is one that does nothing but act on pages of its own.
type spec struct {
	name string
	run  func(*testing.T, *e2e.Product, *e2e.Site)
}

// together runs specs one after another in one browser for each host, since starting it
// costs more than most of them. Each has a site of its own, and the extension's tabs are
// closed when it ends.
func together(t *testing.T, specs ...spec) {
	t.Helper()
	onEach(t, inTurn(specs))
}

func inTurn(specs []spec) func(*testing.T, *e2e.Product, *e2e.Site) {
	return func(t *testing.T, b *e2e.Product, _ *e2e.Site) {
		for _, s := range specs {
			t.Run(s.name, func(t *testing.T) {
				defer b.Resume(t, 0)
				if b.Host == e2e.Worker { // the direct host's window closes behind the next tab
					defer stopAll(t, b)
				}
				defer b.Block(t)
				s.run(t, b, e2e.NewSite(t, pages, "pages"))
			})
		}
	}
}

// stopAll stops everything, and waits until the agent's window is closed: a tab that is
// opened in it meanwhile goes with it.
func stopAll(t *testing.T, b *e2e.Product) {
	var window int
	b.InWorker(t, `chrome.storage.session.get("buaWindowId").then(s => s.buaWindowId ?? 0)`, &window)
	b.StopAll(t)
	e2e.Await(t, "the agent's window is closed", func() (closed bool) {
		b.InWorker(t, fmt.Sprintf("chrome.windows.get(%d).then(() => false, () => true)", window), &closed)
		return closed
	})
}

// TestAdapters: what a host does in its own way, on both. The first spec needs a tab of the
// person's from before the agent came.
func TestAdapters(t *testing.T) {
	onHosts(t, e2e.Options{}, "its tabs and their window, its input, pictures of a tab behind others, its sessions of frames, its files, the requests that it holds",
		inTurn([]spec{{"Downloads_blocked", specDownloadsBlocked}, {"Tabs", specTabs}, {"Coming", specComing}, {"Drag", specDrag}, {"Screenshot", specScreenshot}, {"Frames", specFrames}, {"PDF", specPDF},
			{"Downloads", specDownloads}}))
}

// TestLives: what outlives the core and ends sessions, on both hosts.
func TestLives(t *testing.T) {
	onHosts(t, e2e.Options{}, "its dialogs, its stops and the blocklist that it rereads", inTurn([]spec{{"Dialog_Matrix", specDialogMatrix}, {"SessionEnds", specSessionEnds}}))
}

// TestReading: what is read of a page.
func TestReading(t *testing.T) {
	together(t, spec{"Seek", specSeek}, spec{"Refs", specRefs}, spec{"Many", specMany}, spec{"Obstacle", specObstacle}, spec{"Options", specOptions},
		spec{"Console", specConsole}, spec{"Announced", specAnnounced}, spec{"Steps", specSteps}, spec{"Extract", specExtract})
}

// TestAiming: clicks, hovering and scrolling.
func TestAiming(t *testing.T) {
	together(t, spec{"Aim", specAim}, spec{"Beneath", specBeneath}, spec{"Overlaps", specOverlaps}, spec{"Veiled", specVeiled}, spec{"Drawn", specDrawn},
		spec{"Click", specClick}, spec{"Click_Ways", specClickWays}, spec{"Restless", specRestless}, spec{"Scroll", specScroll}, spec{"Motion", specMotion})
}

// TestWriting: fields, keys and files.
func TestWriting(t *testing.T) {
	together(t, spec{"Forms", specForms}, spec{"Virtual", specVirtual}, spec{"Invalid", specInvalid}, spec{"Held", specHeld}, spec{"Filled", specFilled},
		spec{"Committed", specCommitted}, spec{"Type", specType}, spec{"TypeKeys", specTypeKeys}, spec{"Editors", specEditors}, spec{"PressKey", specPressKey}, spec{"UploadFile", specUpload})
}

// TestLoading: pages that come, go and change.
func TestLoading(t *testing.T) {
	together(t, spec{"Navigate", specNavigate}, spec{"History", specHistory}, spec{"Frames_Settle", specFramesSettle}, spec{"Followed", specFollowed}, spec{"WaitFor", specWaitFor},
		spec{"Requests", specRequests}, spec{"Start", specStart}, spec{"External", specExternal}, spec{"Lost", specLost}, spec{"Evaluate", specEvaluate})
}

// TestFraming: frames, also such as the agent is kept from.
func TestFraming(t *testing.T) {
	together(t, spec{"Blocked", specBlockedFrames}, spec{"Srcdoc", specSrcdoc}, spec{"Churn", specFrameChurn}, spec{"Pinched", specPinched},
		spec{"Webdriver", specWebdriver}, spec{"Keys_Focus", specKeysFocus})
}

// TestOwn: the agent's own tabs and what stands in them, and what it shares with the person.
func TestOwn(t *testing.T) {
	together(t, spec{"Front", specFront}, spec{"Unsaved", specUnsaved}, spec{"Dialog", specDialog}, spec{"NoPageTool", specNoPageTool},
		spec{"Clipboard", specClipboard}, spec{"Help", specHelp}, spec{"Outlives", specOutlives})
}

// TestSecret: what the person has stored goes where it may, and is told to nobody.
func TestSecret(t *testing.T) {
	together(t, spec{"Filled_in", specSecret}, spec{"Fields", specSecretFields}, spec{"Picture", specSecretPicture})
}
