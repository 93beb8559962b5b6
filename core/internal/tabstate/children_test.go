package tabstate_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
)

const (
	attachG = `Target.attachedToTarget {"sessionId":"S","targetInfo":{"type":"iframe","targetId":"G","url":"https://b.example/","parentFrameId":"F"}}`
	attachK = `S:Target.attachedToTarget {"sessionId":"T","targetInfo":{"type":"iframe","targetId":"K","url":"https://k.example/"}}`
	gone    = `Target.detachedFromTarget {"sessionId":"S"}`
)

// children lists the frames in other processes, by the sessions around them.
func children(t *tabstate.Tab) string {
	var out []string
	for _, c := range t.Children {
		out = append(out, c.Session+"<"+c.Parent+" "+c.Frame+" "+c.URL)
	}
	return strings.Join(out, "; ") + " | " + frames(t)
}

// TestApply_Children: the frames in other processes, and which session reaches each.
func TestApply_Children(t *testing.T) {
	const inF, inS = "F< https://a.example/; G<F https://b.example/ by S", "S< G https://b.example/"
	run(t, []row{
		{"one comes", "", []string{attachG}, "child S", inS + " | " + inF},
		{"a frame gets a process of its own", "", []string{attachIn, attachG}, "child S", inS + " | " + inF},
		{"one inside it: nobody says where", "", []string{attachG, attachK}, "child T", inS + "; T<S K https://k.example/ | " + inF + "; K<G https://k.example/ by T"},
		{"a worker is no frame", "", []string{strings.Replace(attachG, `"iframe"`, `"worker"`, 1)}, "", " | F< https://a.example/"},
		{"one without a session", "", []string{strings.Replace(attachG, `"S"`, `""`, 1)}, "", " | F< https://a.example/"},
		{"it goes elsewhere", "", []string{attachG, `Target.targetInfoChanged {"targetInfo":{"targetId":"G","url":"https://c.example/"}}`}, "",
			"S< G https://c.example/ | F< https://a.example/; G<F https://c.example/ by S"},
		{"the tab's own address is no frame's", "", []string{attachG, `Target.targetInfoChanged {"targetInfo":{"targetId":"F","url":"https://c.example/"}}`}, "", inS + " | " + inF},
		{"it is gone", "", []string{attachG, gone}, "child gone S", " | F< https://a.example/; G<F https://b.example/"},
		{"with it those inside", "", []string{attachG, attachK, gone}, "child gone T; child gone S", " | F< https://a.example/; G<F https://b.example/"},
		{"another's end", "", []string{attachG, `Target.detachedFromTarget {"sessionId":"X"}`}, "child gone X", inS + " | " + inF},
		{"nobody's end", "", []string{attachG, `Target.detachedFromTarget {}`}, "", inS + " | " + inF},
		{"what is inside is forgotten as it gets a process", "", []string{commitsG, `Page.frameAttached {"frameId":"K","parentFrameId":"G"}`, attachG}, "child S", inS + " | " + inF},
	}, children)
}

// TestApply_ChildThere: of a frame in another process whose beginning nobody saw it is not
// known what made a document without an address, however far the tab is attached.
func TestApply_ChildThere(t *testing.T) {
	for _, row := range []struct {
		name, url string
		saw       bool // that the page made the frame
		told      bool
	}{
		{"data: in a frame of the page's", "data:,x", true, true},
		{"data: in one that was there", "data:,x", false, false},
		{"blank, in a frame of the page's", "about:blank#x", true, false}, // another site may have been there meanwhile
		{"blank, in one that was there", "about:blank#x", false, false},
		{"written by the page", "about:srcdoc", false, true},
		{"an address", "https://b.example/", false, true},
	} {
		for _, attached := range []bool{true, false} {
			for _, later := range []bool{true, false} { // its address comes after it
				if later && row.url == "data:,x" { // else it had one: a new frame has none at first
					continue
				}
				t.Run(row.name, func(t *testing.T) {
					is := is.New(t)
					tab := known()
					tab.Attached = attached
					if row.saw {
						play(tab, attachIn)
					}
					if later {
						play(tab, strings.Replace(attachG, "https://b.example/", "", 1), `Target.targetInfoChanged {"targetInfo":{"targetId":"G","url":"`+row.url+`"}}`)
					} else {
						play(tab, strings.Replace(attachG, "https://b.example/", row.url, 1))
					}
					_, _, told := tab.Frames.Owners("G")
					is.Equal(told, row.told && (attached || row.url != "data:,x"))
				})
			}
		}
	}
}

// TestApply_Owners: the elements of a frame that is gone are nobody's.
func TestApply_Owners(t *testing.T) {
	is := is.New(t)
	tab := known()
	play(tab, attachG, attachK)
	tab.Owners = map[int]string{1: "S", 2: "T", 3: ""}
	play(tab, gone)
	is.Equal(tab.Owners, map[int]string{3: ""})
}

// TestDocument: the document behind a session.
func TestDocument(t *testing.T) {
	is := is.New(t)
	tab := known()
	play(tab, attachG)
	is.Equal(tab.Document("").Frame, "F")
	is.Equal(tab.Document("S").Frame, "G")
	is.Equal(tab.Document("T"), nil)
}

// TestLocals: a frame of another origin in its parent's process is a child without a
// session of its own.
func TestLocals(t *testing.T) {
	sub := `Page.frameNavigated {"frame":{"id":"G","parentId":"F","url":"https://sub.a.example/x"}}`
	inner := `Page.frameNavigated {"frame":{"id":"K","parentId":"G","url":"https://sub.a.example/y"}}`
	for _, row := range []struct {
		name   string
		events []string
		frame  string // what is asked about
		key    string
		itself bool
	}{
		{"it is one", []string{sub}, "G", "local:G", true},
		{"inside one", []string{sub, inner}, "K", "local:G", false},
		{"the main frame", []string{sub}, "F", "", false},
		{"of the page's own origin", []string{strings.Replace(sub, "sub.", "", 1)}, "G", "", false},
		{"with a session", []string{attachG}, "G", "", false},
		{"it went to the page's origin", []string{sub, strings.Replace(sub, "sub.", "", 1)}, "G", "", false},
		{"nobody's", []string{sub}, "N", "", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := known()
			for _, e := range row.events {
				play(tab, e)
				tab.Locals()
			}
			key, itself := tab.LocalAround(row.frame)
			is.Equal(key, row.key)
			is.Equal(itself, row.itself)
		})
	}
}

// TestRoute: the commands to a local child go to the session of its process.
func TestRoute(t *testing.T) {
	is := is.New(t)
	tab := known()
	play(tab, attachG, `S:Page.frameNavigated {"frame":{"id":"K","parentId":"G","url":"https://sub.b.example/"}}`)
	tab.Locals()
	tab.Locals() // once is enough
	is.Equal(len(tab.Children), 2)
	is.True(tab.Children[1].Local() && !tab.Children[0].Local())
	for session, want := range map[string]string{"": "", "S": "S", "local:K": "S", "local:N": "local:N"} {
		is.Equal(tab.Route(session), want)
	}
}

// TestOrigin: the part of an address before its path.
func TestOrigin(t *testing.T) {
	is := is.New(t)
	for url, want := range map[string]string{
		"https://a.example/x?y#z": "https://a.example", "https://a.example": "https://a.example", "https://a.example?x": "https://a.example", "about:blank": "about:blank", "": "",
	} {
		is.Equal(tabstate.Origin(url), want)
	}
}
