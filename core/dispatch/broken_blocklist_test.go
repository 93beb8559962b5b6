package dispatch_test

import (
	"testing"

	"github.com/zapvol/bua/core/coretest"
)

// An action that comes in the moment in which its tab's session ends belongs to
// the old session and is cut off, or to a new one, which the clean-up of the old
// one leaves alone.
func TestEnd_AnActionInTheSameMoment(t *testing.T) {
	w := coretest.NewWorld()
	if err := w.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer w.Kill()
	tab := w.Browser.Add("https://a.example/", false)
	done, trials := 0, coretest.Trials(5_000)
	for range trials {
		if _, err := w.Act(ctx, click(tab)); err != nil {
			t.Fatal(err)
		}
		acted := begin(w, click(tab))
		w.Dispatcher.Stop(tab)
		got := <-acted
		w.Dispatcher.Settle(ctx)
		if got.err != nil {
			continue
		}
		done++
		if list := w.Dispatcher.Sessions(); len(list) > 0 && !w.Debugger.Held(tab) {
			t.Fatal("the tab of the new session was let go")
		}
	}
	t.Logf("%d of %d went through", done, trials)
	check(t, w)
}
