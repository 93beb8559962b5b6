package tabstate_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
)

// TestApply_Document: which document the main frame holds, and what is forgotten of the
// one before it.
func TestApply_Document(t *testing.T) {
	run(t, []row{
		{"another one", "", []string{commitsF}, "committed https://a.example/2; arrived F", "https://a.example/2 1 0"},
		{"another and another", "", []string{commitsF, strings.Replace(commitsF, "/2", "/3", 1)}, "committed https://a.example/3; arrived F", "https://a.example/3 2 0"},
		{"its fragment counts", "", []string{`Page.frameNavigated {"frame":{"id":"F","url":"https://a.example/2","urlFragment":"#x"}}`}, "committed https://a.example/2#x; arrived F", "https://a.example/2#x 1 0"},
		{"an error page has the address that it stands for", "", []string{`Page.frameNavigated {"frame":{"id":"F","url":"chrome-error://chromewebdata/","unreachableUrl":"https://x.example/"}}`},
			"committed https://x.example/; arrived F", "https://x.example/ 1 0 failed"},
		{"no error page any more", "", []string{`Page.frameNavigated {"frame":{"id":"F","url":"chrome-error://chromewebdata/","unreachableUrl":"https://x.example/"}}`, commitsF},
			"committed https://a.example/2; arrived F", "https://a.example/2 2 0"},
		{"a script writes it anew, with the address of whoever did", "", []string{`Page.documentOpened {"frame":{"id":"F","url":"https://a.example/w"}}`}, "", "https://a.example/w 0 5"},
		{"a script writes that of a frame inside anew", "", []string{`Page.documentOpened {"frame":{"id":"G","url":"https://b.example/w"}}`}, "", "https://a.example/ 0 5"},
		{"a frame inside has another", "", []string{attachIn, commitsG}, "arrived G", "https://a.example/ 0 5"},
		{"a child tells of its own", "", []string{"S:" + commitsG}, "arrived G", "https://a.example/ 0 5"},
		{"a crash takes the engine away", "", []string{`Inspector.targetCrashed {}`}, "closed; crashed", "https://a.example/ 0 0"},
		{"another main frame", "", []string{`Page.frameNavigated {"frame":{"id":"P","url":"https://a.example/p"}}`}, "committed https://a.example/p; arrived P", "https://a.example/p 1 0"},
	}, func(t *tabstate.Tab) string {
		s := t.URL + " " + strconv.Itoa(t.Main.Doc) + " " + strconv.Itoa(t.Main.World)
		if t.Failed {
			s += " failed"
		}
		return s
	}, engineIn)
}

// engineIn puts the engine into the main frame's document, the narrow one, and another on
// its way.
func engineIn(t *tabstate.Tab) { t.Main.World, t.Main.Narrow, t.Main.Coming = 5, true, 3 }

// TestApply_Frames: the tree of the frames.
func TestApply_Frames(t *testing.T) {
	inner := `Page.frameAttached {"frameId":"K","parentFrameId":"G"}`
	run(t, []row{
		{"one is attached", "", []string{attachIn}, "", "F< https://a.example/; G<F "},
		{"it gets a document", "", []string{attachIn, commitsG}, "arrived G", "F< https://a.example/; G<F https://b.example/"},
		{"nobody told of it before", "", []string{commitsG}, "arrived G", "F< https://a.example/; G<F https://b.example/"},
		{"with another document what was in it is gone", "", []string{commitsG, inner, commitsG}, "arrived G", "F< https://a.example/; G<F https://b.example/"},
		{"it is taken away, with all in it", "", []string{commitsG, inner, `Page.frameDetached {"frameId":"G","reason":"remove"}`}, "arrived G", "F< https://a.example/"},
		{"it goes on in another process", "", []string{commitsG, `Page.frameDetached {"frameId":"G","reason":"swap"}`}, "", "F< https://a.example/; G<F https://b.example/"},
		{"the page is left", "", []string{commitsG, inner, commitsF}, "committed https://a.example/2; arrived F", "F< https://a.example/2"},
		{"an error page in it", "", []string{attachIn, askedG, `Page.frameNavigated {"frame":{"id":"G","parentId":"F","url":"chrome-error://chromewebdata/","unreachableUrl":"https://x.example/"}}`},
			"error page https://x.example/ anchorClick; arrived G", "F< https://a.example/; G<F chrome-error://chromewebdata/"},
		{"an error page of which nobody knows why", "", []string{attachIn, `Page.frameNavigated {"frame":{"id":"G","parentId":"F","url":"chrome-error://chromewebdata/","unreachableUrl":"https://x.example/"}}`},
			"error page https://x.example/; arrived G", "F< https://a.example/; G<F chrome-error://chromewebdata/"},
	}, frames)
}

// TestApply_Restored: a page out of the browser's cache is complete, and which frames it
// has is to be asked, in each process that it is in.
func TestApply_Restored(t *testing.T) {
	is := is.New(t)
	tab := known()
	tab.Action = &tabstate.Action{}
	news, _ := play(tab, loadsF, attachG, `Page.frameNavigated {"frame":{"id":"F","url":"https://a.example/1"},"type":"BackForwardCacheRestore"}`)
	is.Equal(said(news), "restored ,S; committed https://a.example/1; arrived F")
	is.True(tab.Unread)
	is.Equal(tab.Nav, tabstate.Navigation{Ready: true, Loaded: true})
	is.Equal(frames(tab), "F< https://a.example/1; G<F https://b.example/ by S")
	play(tab, commitsF)
	is.True(!tab.Unread)
}

// TestAdoptTree: the frames that were there before anybody looked.
func TestAdoptTree(t *testing.T) {
	is := is.New(t)
	tab := known()
	tab.AdoptTree([]byte(`{"frame":{"id":"F"},"childFrames":[{"frame":{"id":"G","url":"https://b.example/"},"childFrames":[{"frame":{"id":"K","url":"about:blank"}}]},{"frame":{"id":"L","url":"https://l.example/"}}]}`))
	is.Equal(frames(tab), "F< https://a.example/; G<F https://b.example/; L<F https://l.example/; K<G about:blank")
	tab.Adopt([]byte(`{"id":"P","url":"https://p.example/"}`), start) // another main frame: those were another's
	is.Equal(frames(tab), "P< https://p.example/")
}

// TestOwners: by which addresses the policy knows a page, and a frame's wish.
func TestOwners(t *testing.T) {
	blank := `Page.frameNavigated {"frame":{"id":"F","url":"about:blank"}}`
	for _, row := range []struct {
		name   string
		events []string
		page   string
		frame  string // whose wish
		url    string // the address that comes with it
		from   string
	}{
		{"a page with an address", nil, "https://a.example/", "F", "", "https://a.example/"},
		{"a blank page: of the one before, as long as it has not been asked", []string{blank}, "about:blank", "F", "", "https://a.example/,"},
		{"a frame and what is around it", []string{commitsG}, "https://a.example/", "G", "", "https://b.example/,https://a.example/"},
		{"a frame that nobody knows: all of them", []string{commitsG}, "https://a.example/", "N", "", "https://a.example/,https://b.example/"},
		{"a wish with an address, of no frame", []string{commitsG}, "https://a.example/", "", "https://c.example/", "https://c.example/"},
		{"a wish with neither: all of them", []string{commitsG}, "https://a.example/", "", "", "https://a.example/,https://b.example/"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := known()
			play(tab, row.events...)
			is.Equal(tab.PolicyURL(), row.page)
			is.Equal(strings.Join(tab.Sources(row.frame, row.url), ","), row.from)
		})
	}
}
