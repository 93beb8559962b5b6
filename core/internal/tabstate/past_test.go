package tabstate_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
)

// TestApply_Download: by which addresses a download is judged: those of its frame and of
// what is around it, and of what it held a while ago where the file has no address.
func TestApply_Download(t *testing.T) {
	file := func(frame, url string) string {
		return `Page.downloadWillBegin {"frameId":"` + frame + `","guid":"g","url":"` + url + `"}`
	}
	const a, b = "https://a.example/", "https://b.example/"
	leave := strings.Replace(commitsG, b, "https://c.example/", 1)
	for _, row := range []struct {
		name   string
		kind   protocol.Kind
		events []string
		file   string
		after  time.Duration
		from   string
	}{
		{"of the page", "", nil, file("F", a+"f"), 0, a},
		{"of a frame inside", "", []string{commitsG}, file("G", b+"f"), 0, b + "," + a},
		{"of a frame that nobody knows", "", []string{commitsG}, file("N", b+"f"), 0, a + "," + b},
		{"a text, of the page", "", nil, file("F", "data:,x"), 0, a},
		{"a text, of a document that is gone", "", []string{commitsG, leave}, file("G", "data:,x"), 0, "https://c.example/," + a + "," + b + "," + a},
		{"a file, of a document that is gone", "", []string{commitsG, leave}, file("G", b+"f"), 0, "https://c.example/," + a},
		{"a text, long after its document", "", []string{commitsG, leave}, file("G", "data:,x"), 11 * time.Second, "https://c.example/," + a},
		{"a text, of a frame that is gone", "", []string{commitsG, `Page.frameDetached {"frameId":"G"}`}, file("G", "data:,x"), 0, a + "," + b + "," + a},
		{"a text, of the page that was left", "", []string{commitsF}, file("F", "data:,x"), 0, a + "2," + a},
		{"of the page, where the agent goes", protocol.KindNavigate, nil, file("F", a+"f"), 0, a},
		{"of no page, where the agent goes", protocol.KindNavigate, []string{`Page.frameNavigated {"frame":{"id":"F","url":"about:blank"}}`}, file("F", a+"f"), 0, ""},
		{"of no page, where somebody presses", "click", []string{`Page.frameNavigated {"frame":{"id":"F","url":"about:blank"}}`}, file("F", a+"f"), 0, a + ","},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := known()
			if row.kind != "" {
				tab.Action = &tabstate.Action{Kind: row.kind}
			}
			play(tab, row.events...)
			method, params, _ := strings.Cut(row.file, " ")
			news, _ := tabstate.Apply(tab, &tabstate.Event{Method: method, Params: []byte(params), At: start.Add(row.after)})
			is.Equal(news[0].Kind, tabstate.Download)
			is.Equal(strings.Join(news[0].From, ","), row.from)
			is.Equal(news[0].URL, tab.URL)
			is.Equal(news[1].Kind, tabstate.Arrived)
		})
	}
}

// TestPast_Bounded: a page that changes its frames for ever is not remembered for ever.
func TestPast_Bounded(t *testing.T) {
	is := is.New(t)
	tab := known()
	for i := range 300 {
		play(tab, `Page.frameNavigated {"frame":{"id":"G","parentId":"F","url":"https://x`+strconv.Itoa(i)+`.example/"}}`)
	}
	news, _ := play(tab, `Page.downloadWillBegin {"frameId":"G","guid":"g","url":"data:,x"}`)
	from := strings.Join(news[0].From, ",")
	is.True(strings.Contains(from, "https://x299.example/") && strings.Contains(from, "https://x100.example/"))
	is.True(!strings.Contains(from, "https://x90.example/"))
}
