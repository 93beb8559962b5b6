package tabstate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
)

const (
	askedF   = `Page.frameRequestedNavigation {"frameId":"F","reason":"anchorClick","url":"https://a.example/2","disposition":"currentTab"}`
	askedG   = `Page.frameRequestedNavigation {"frameId":"G","reason":"anchorClick","url":"https://b.example/","disposition":"currentTab"}`
	plannedF = `Page.frameScheduledNavigation {"frameId":"F","delay":0}`
	droppedF = `Page.frameClearedScheduledNavigation {"frameId":"F"}`
	setsOutF = `Page.frameStartedNavigating {"frameId":"F","url":"https://a.example/2","navigationType":"differentDocument"}`
	setsOutG = `Page.frameStartedNavigating {"frameId":"G","url":"https://b.example/","navigationType":"differentDocument"}`
	loadsF   = `Page.frameStartedLoading {"frameId":"F"}`
	stopsF   = `Page.frameStoppedLoading {"frameId":"F"}`
	stopsG   = `Page.frameStoppedLoading {"frameId":"G"}`
	commitsF = `Page.frameNavigated {"frame":{"id":"F","url":"https://a.example/2"},"type":"Navigation"}`
	attachIn = `Page.frameAttached {"frameId":"G","parentFrameId":"F"}`
	commitsG = `Page.frameNavigated {"frame":{"id":"G","parentId":"F","url":"https://b.example/"}}`
)

// TestApply_Navigation: how far the main frame is on its way, and what an action has
// brought about.
func TestApply_Navigation(t *testing.T) {
	run(t, []row{
		{"it was asked to", "click", []string{askedF}, "sets out F", "asked ready loaded | began tried"},
		{"nobody acts", "", []string{askedF}, "sets out F", "asked ready loaded"},
		{"it sets out", "click", []string{askedF, setsOutF}, "sets out F", "loading ready loaded | began tried"},
		{"it loads", "click", []string{loadsF}, "", "loading ready loaded | began tried"},
		{"it has another document", "click", []string{askedF, setsOutF, commitsF}, "committed https://a.example/2; arrived F", "loading | tried commits"},
		{"that is parsed", "click", []string{loadsF, commitsF, `Page.domContentEventFired {}`}, "parsed", "loading ready | tried commits"},
		{"that has loaded", "click", []string{loadsF, commitsF, `Page.loadEventFired {}`}, "", "loading ready loaded | tried commits"},
		{"it stops", "click", []string{loadsF, commitsF, stopsF}, "arrived F", "ready loaded | tried commits"},
		{"nothing came, as of a download", "click", []string{askedF, loadsF, stopsF}, "arrived F", "ready loaded | tried"},
		{"a plan", "click", []string{plannedF}, "", "planned ready loaded | began tried"},
		{"a plan for later", "click", []string{`Page.frameScheduledNavigation {"frameId":"F","delay":5}`}, "", "ready loaded |"},
		{"a plan that is dropped", "click", []string{plannedF, droppedF}, "", "ready loaded | tried"},
		{"a plan that is dropped once it loads", "click", []string{plannedF, loadsF, droppedF}, "", "loading ready loaded | began tried"},
		{"a plan that is dropped for what was asked", "click", []string{askedF, plannedF, droppedF}, "", "asked ready loaded | began tried"},
		{"a plan of a frame inside", "click", []string{`Page.frameScheduledNavigation {"frameId":"G","delay":0}`}, "", "ready loaded |"},
		{"a dropped plan of a frame inside", "click", []string{plannedF, `Page.frameClearedScheduledNavigation {"frameId":"G"}`}, "", "planned ready loaded | began tried"},
		{"within its document", "click", []string{`Page.navigatedWithinDocument {"frameId":"F","url":"https://a.example/#x"}`}, "", "ready loaded | within"},
		{"within that of a frame inside", "click", []string{`Page.navigatedWithinDocument {"frameId":"G","url":"https://b.example/#x"}`}, "", "ready loaded |"},
		{"a place in its document is no other document", "click", []string{strings.Replace(setsOutF, "differentD", "sameD", 1)}, "", "loading ready loaded | began tried"},
		{"of its history, too", "click", []string{strings.Replace(setsOutF, "differentD", "historySameD", 1)}, "", "loading ready loaded | began tried"},
		{"a frame inside was asked to", "click", []string{attachIn, askedG}, "sets out G", "ready loaded |"},
		{"a frame inside stops", "click", []string{loadsF, stopsG}, "arrived G", "loading ready loaded | began tried"},
		{"a link to another program", "click", []string{strings.Replace(askedF, "https://a.example/2", "mailto:x@a.example", 1)}, "sets out F", "ready loaded | external"},
		{"nobody's link to another program", "", []string{strings.Replace(askedF, "https://a.example/2", "mailto:x@a.example", 1)}, "sets out F", "ready loaded"},
		{"a crash", "click", []string{loadsF, `Inspector.targetCrashed {}`}, "closed; crashed", "ready loaded crashed | began tried"},
		{"the page after a crash", "click", []string{`Inspector.targetCrashed {}`, `Inspector.targetReloadedAfterCrash {}`}, "", "ready loaded |"},
	}, func(t *tabstate.Tab) string {
		s := flags("planned", t.Nav.Planned, "asked", t.Nav.Asked, "loading", t.Nav.Loading, "ready", t.Nav.Ready, "loaded", t.Nav.Loaded, "crashed", t.Crashed)
		if a := t.Action; a != nil {
			s += " | " + flags("began", a.Began, "tried", a.Tried, "commits", a.Commits == 1, "within", a.Within, "external", a.External != "" && t.ExternalOpened.Equal(start))
		}
		return strings.TrimRight(s, " ")
	})
}

// TestApply_FirstPage: a new tab whose first page brings nothing is blank, and its
// frame may not be known yet.
func TestApply_FirstPage(t *testing.T) {
	is := is.New(t)
	tab := &tabstate.Tab{}
	play(tab, stopsF)
	is.Equal(tab.URL, "about:blank")
	tab.Adopt([]byte(`{"id":"F","url":""}`), start) // is older than that news
	is.Equal(tab.URL, "about:blank")
	tab.URL = ""
	play(tab, stopsF)
	is.Equal(frames(tab), "F< about:blank")
	play(tab, commitsF, stopsF)
	is.Equal(tab.URL, "https://a.example/2")
}

// TestApply_UnderWay: which frames are on their way, why they set out, and whether the
// agent has to do with it.
func TestApply_UnderWay(t *testing.T) {
	run(t, []row{
		{"it sets out", "click", []string{attachIn, askedG, setsOutG}, "sets out G", "G | G anchorClick"},
		{"it has come", "click", []string{attachIn, askedG, setsOutG, commitsG}, "arrived G", " | "},
		{"nothing came: why it had set out still counts", "click", []string{attachIn, askedG, setsOutG, stopsG}, "arrived G", " | G anchorClick"},
		{"it is gone", "click", []string{attachIn, askedG, setsOutG, `Page.frameDetached {"frameId":"G","reason":"remove"}`}, "arrived G", " | "},
		{"it goes on in another process", "click", []string{attachIn, askedG, setsOutG, `Page.frameDetached {"frameId":"G","reason":"swap"}`}, "", "G | G anchorClick"},
		{"a download came", "click", []string{attachIn, askedG, setsOutG, `Page.downloadWillBegin {"frameId":"G","url":"https://b.example/f"}`}, "download https://a.example/ https://a.example/,https://a.example/; arrived G", " | "},
		{"the page around it is left", "click", []string{attachIn, askedG, setsOutG, commitsF}, "committed https://a.example/2; arrived F", " | G anchorClick"},
		{"a child tells of it", "click", []string{attachIn, "S:" + setsOutG}, "sets out G", "G | "},
		{"a link in a new tab sends nobody", "click", []string{strings.Replace(askedG, "currentTab", "newTab", 1)}, "window https://b.example/", " | "},
	}, func(t *tabstate.Tab) string {
		var on, why []string
		for f := range t.Requests.Navigating {
			on = append(on, f)
		}
		for f, reason := range t.Requests.Reasons {
			why = append(why, f+" "+reason)
		}
		slices.Sort(on)
		return strings.Join(on, ",") + " | " + strings.Join(why, ",")
	})
	is := is.New(t)
	for _, acts := range []bool{true, false} {
		tab := known()
		tab.Requests.On = acts
		play(tab, setsOutG)
		is.Equal(tab.Requests.UnderWay(), acts)
	}
}

// TestApply_InnerFrame: a frame that an action sends elsewhere is waited for until it is
// there, or is none of the page any more.
func TestApply_InnerFrame(t *testing.T) {
	made := `Target.attachedToTarget {"sessionId":"S","targetInfo":{"targetId":"G","type":"iframe","url":""}}`
	moved := `Target.targetInfoChanged {"targetInfo":{"targetId":"G","type":"iframe","url":"https://b.example/"}}`
	run(t, []row{
		{"it was sent", "click", []string{attachIn, askedG}, "sets out G", "waits sent"},
		{"it is a new one", "click", []string{attachIn, strings.Replace(askedG, "anchorClick", "initialFrameNavigation", 1)}, "sets out G", ""},
		{"it has a document", "click", []string{attachIn, askedG, commitsG}, "arrived G", "waits sent came"},
		{"that has loaded", "click", []string{attachIn, askedG, commitsG, stopsG}, "arrived G", "sent came"},
		{"another frame has loaded", "click", []string{attachIn, askedG, stopsF}, "arrived F", "waits sent"},
		{"nothing came", "click", []string{attachIn, askedG, stopsG}, "arrived G", "sent"},
		{"it is taken away", "click", []string{attachIn, askedG, `Page.frameDetached {"frameId":"G","reason":"remove"}`}, "arrived G", "sent"},
		{"it comes in another process", "click", []string{attachIn, askedG, attachG}, "child S", "sent came"},
		{"there it has no address yet", "click", []string{attachIn, askedG, made}, "child S", "waits sent came"},
		{"there it gets its address", "click", []string{attachIn, askedG, made, moved}, "", "sent came"},
		{"the main frame is none inside", "click", []string{askedF}, "sets out F", ""},
	}, func(t *tabstate.Tab) string {
		return flags("waits", t.Action.Inner == "G", "sent", t.Action.Sent, "came", t.Action.Came)
	})
}

// TestApply_Windows: what the page opens in another tab is counted, and asked about where
// the action leads it.
func TestApply_Windows(t *testing.T) {
	opens := `Page.windowOpen {"url":"https://b.example/"}`
	run(t, []row{
		{"a script opens one", "click", []string{opens}, "window https://b.example/", "1"},
		{"two of them", "click", []string{opens, opens}, "window https://b.example/", "2"},
		{"a link opens one", "click", []string{strings.Replace(askedF, "currentTab", "newTab", 1)}, "window https://a.example/2", "1"},
		{"the page that is left opens one", protocol.KindNavigate, []string{opens}, "", "1"},
		{"nobody acts", "", []string{opens}, "", "0"},
		{"in a new tab another program is opened", "click", []string{`Page.frameRequestedNavigation {"frameId":"F","reason":"anchorClick","url":"mailto:x","disposition":"newTab"}`}, "", "0"},
	}, func(t *tabstate.Tab) string {
		if t.Action == nil {
			return "0"
		}
		n := t.Action.Windows
		if t.Action.Outstanding() != (n > 0) {
			return "?"
		}
		return string(rune('0' + n))
	})
}

// TestExternal: which addresses the browser gives to another program.
func TestExternal(t *testing.T) {
	is := is.New(t)
	for url, want := range map[string]bool{
		"https://a.example/": false, "about:blank": false, "javascript:x()": false, "data:,x": false, "blob:https://a.example/1": false,
		"file:///x": false, "chrome://version": false, "": false, "mailto:x@a.example": true, "tel:1": true, "slack://open": true,
	} {
		is.Equal(tabstate.External(url), want)
	}
}
