package supervisor_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/supervisor"
)

// Each step is "id parent url" for a document that comes, "found …" for one that
// was there first, "says id origin" for its answer.
func TestFrames_Owners(t *testing.T) {
	const page = "main - https://a.test/"
	rows := []struct {
		name  string
		steps []string
		of    string
		own   string // "" with told false is "nobody"
		not   bool   // it cannot be told
	}{
		{"a page is its own", []string{page}, "main", "https://a.test/", false},
		{"a frame is of its address", []string{page, "f main https://b.test/x"}, "f", "https://b.test/x", false},
		{"a blob is of its maker", []string{page, "f main blob:https://b.test/1-2"}, "f", "https://b.test/1-2", false},
		{"an empty frame is of the one around it", []string{page, "f main "}, "f", "https://a.test/", false},
		{"a srcdoc in an empty frame too", []string{page, "f main https://b.test/", "g f ", "h g about:srcdoc"}, "h", "https://b.test/", false},
		{"data: is of the one around it", []string{page, "f main data:text/html,x"}, "f", "https://a.test/", false},
		{"a frame that went blank is still of what it was", []string{page, "f main https://b.test/", "f main about:blank"}, "f", "https://b.test/ https://a.test/", false},
		{"and as data:", []string{page, "f main https://b.test/", "f main data:,x"}, "f", "https://b.test/ https://a.test/", false},
		{"and blank twice over", []string{page, "f main https://b.test/", "f main about:blank", "f main about:blank"}, "f", "https://b.test/ https://a.test/", false},
		{"until it says whose it is", []string{page, "f main https://b.test/", "f main about:blank", "says f https://a.test"}, "f", "https://a.test/", false},
		{"an answer holds for one document", []string{page, "f main https://b.test/", "f main about:blank", "says f https://a.test", "f main about:blank"}, "f", "https://b.test/ https://a.test/", false},
		{"an opaque answer tells nothing", []string{page, "f main https://b.test/", "f main about:blank", "says f null"}, "f", "https://b.test/ https://a.test/", false},
		{"a srcdoc is always of the one around it", []string{page, "f main https://b.test/", "f main about:srcdoc"}, "f", "https://a.test/", false},
		{"an address of its own ends that", []string{page, "f main https://b.test/", "f main about:blank", "f main https://c.test/"}, "f", "https://c.test/", false},
		{"a blank frame that was there first is nobody's", []string{page, "found f main about:blank"}, "f", "", true},
		{"until it says", []string{page, "found f main about:blank", "says f https://b.test"}, "f", "https://b.test/", false},
		{"a srcdoc that was there first needs no question", []string{page, "found f main about:srcdoc"}, "f", "https://a.test/", false},
		{"data: in a process of its own that was there first is nobody's", []string{page, "apart f main data:,x"}, "f", "", true},
		{"data: in its parent's process is its parent's", []string{page, "found f main data:,x"}, "f", "https://a.test/", false},
		{"a blank page is nobody's to read", []string{"main - about:blank"}, "main", "", true},
		{"with an opaque origin it is nobody's at all", []string{"main - about:blank", "says main null"}, "main", "", false},
		{"with another it is of whoever made it", []string{"main - about:blank", "says main https://b.test"}, "main", "https://b.test/", false},
		{"with an opener it cannot be told", []string{"main - about:blank", "says main ?"}, "main", "", true},
		{"a frame that hangs in the air is nobody's", []string{page, "f - https://b.test/"}, "f", "https://b.test/", true},
		{"a frame that is not there is nobody's", []string{page}, "x", "", true},
		{"a frame of an extension is of its own", []string{page, "f main chrome-extension://abc/x.html"}, "f", "chrome-extension://abc/x.html", false},
		{"the PDF viewer is of the page around it", []string{page, "f main chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html"}, "f", "https://a.test/", false},
		{"and where the frame was there first, and blank", []string{page, "found f main about:blank", "f main chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html"}, "f", "https://a.test/", false},
		{"and of what the frame was", []string{page, "f main https://b.test/x.pdf", "f main chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html"}, "f", "https://b.test/x.pdf https://a.test/", false},
		{"an error page in a frame too", []string{page, "f main chrome-error://chromewebdata/"}, "f", "https://a.test/", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var f supervisor.Frames
			f.Root("main")
			for _, s := range row.steps {
				play(&f, s)
			}
			own, _, told := f.Owners(row.of)
			is.Equal(strings.Join(own, " "), row.own)
			is.Equal(told, !row.not)
		})
	}
}

// What stands inside a frame is also that one's to show, in whatever process.
func TestFrames_Whose_around(t *testing.T) {
	is := is.New(t)
	var f supervisor.Frames
	f.Root("main")
	for _, s := range []string{"main - https://a.test/", "b main https://b.test/", "c b https://c.test/"} {
		play(&f, s)
	}
	f.Enter("c", "S")
	play(&f, "d c about:blank")
	own, around, told := f.Owners("d")
	is.True(told)
	is.Equal(own, []string{"https://c.test/"})
	is.Equal(around, []string{"https://c.test/", "https://b.test/", "https://a.test/"})
	play(&f, "b main about:blank") // one around it that nobody can tell
	play(&f, "says b ?")
	_, _, told = f.Owners("d")
	is.True(!told)
}

// A frame in another process may be told of before the page that it is in.
func TestFrames_Whose_early(t *testing.T) {
	is := is.New(t)
	var f supervisor.Frames
	play(&f, "f - https://b.test/")
	f.Enter("f", "S")
	_, _, told := f.Owners("f")
	is.True(!told)
	f.Root("main")
	play(&f, "main - https://a.test/")
	_, around, told := f.Owners("f")
	is.True(told)
	is.Equal(around, []string{"https://a.test/"})
}

func TestFrames_Unasked(t *testing.T) {
	is := is.New(t)
	var f supervisor.Frames
	f.Root("main")
	for _, s := range []string{"main - https://a.test/", "b main about:blank", "found c main about:blank", "d main https://d.test/", "d main about:blank"} {
		play(&f, s)
	}
	is.Equal(len(f.Unasked()), 2) // not b, which only the page can have made
	late := f.Unasked()[1]
	play(&f, "d main https://e.test/")
	f.Answered(late, "https://a.test")
	own, _, _ := f.Owners("d")
	is.Equal(own, []string{"https://e.test/"}) // it answered for a document that is gone
}

func play(f *supervisor.Frames, step string) {
	w := strings.SplitN(step, " ", 4)
	parent := func(s string) string { return strings.TrimPrefix(s, "-") }
	switch w[0] {
	case "says":
		g, _ := f.Get(w[1])
		f.Answered(g, w[2])
	case "found":
		f.Adopt(w[1], parent(w[2]), w[3], false)
	case "apart":
		f.Adopt(w[1], parent(w[2]), w[3], true)
	default:
		f.Put(w[0], parent(w[1]), w[2])
	}
}

// A page that was left may come back as it was: its frames are still of those
// who made what they hold.
func TestFrames_Left(t *testing.T) {
	is := is.New(t)
	var f supervisor.Frames
	f.Root("main")
	for _, s := range []string{"main - https://a.test/", "at main https://b.test/", "at main data:,words"} {
		play(&f, s)
	}
	f.LeavePage()
	is.Equal(len(f.All()), 1)
	f.Adopt("at", "main", "data:,words", false)
	own, _, told := f.Owners("at")
	is.True(told)
	is.Equal(own, []string{"https://b.test/", "https://a.test/"})

	f.LeavePage()
	f.Adopt("at", "main", "data:,others", false) // another document
	own, _, _ = f.Owners("at")
	is.Equal(own, []string{"https://a.test/"})
	for range 300 {
		play(&f, "x main data:,x")
		f.LeavePage()
	}
	f.Adopt("at", "main", "data:,words", false) // too long ago
	own, _, _ = f.Owners("at")
	is.Equal(own, []string{"https://a.test/"})
}
