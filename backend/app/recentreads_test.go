package app

import (
	"slices"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// TestReads_everyKind: of each kind of action it is decided whether its answer
// tells what a page says. A new one is in neither list until somebody decides.
func TestReads_everyKind(t *testing.T) {
	silent := []protocol.Kind{
		protocol.KindNavigate, protocol.KindClick, protocol.KindType, protocol.KindHover, protocol.KindPressKey, protocol.KindScroll,
		protocol.KindGetTabs, protocol.KindOpenTab, protocol.KindCloseTab, protocol.KindBack, protocol.KindForward,
		protocol.KindReload, protocol.KindSelectOption, protocol.KindCheck, protocol.KindFillForm, protocol.KindClaimTab,
		protocol.KindReleaseTab, protocol.KindHelp, protocol.KindDrag, protocol.KindUploadFile,
	}
	for _, k := range protocol.Kinds() {
		if reads(k) == slices.Contains(silent, k) {
			t.Errorf("%s: say here, or in reads, whether its answer tells what a page says", k)
		}
	}
}
