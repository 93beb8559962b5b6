package debugger

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// closeLimit is how long a tab may take to close; a page that does not say in
// time whether it may be left is not asked by the browser any longer, either.
const closeLimit = 8 * time.Second

// closeTab closes the tab as the person's own click does: its page may ask first
// whether it may be left, which follows the tab's policy. Where the tab closes the
// answer is tab_not_found: its end is what ends the action.
func (r *run) closeTab() (protocol.Result, error) {
	r.acted = true
	if _, err := r.send("Page.close", nil); err != nil {
		return nil, err
	}
	r.await(closeLimit, func() bool { return r.stayed })
	if r.keptBack() {
		return nil, errStayed
	}
	return nil, causeLate
}
