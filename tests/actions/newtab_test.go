package actions_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specComing: a tab that a page has just opened is told of and can be read, also when its first
// page is long on its way.
func specComing(t *testing.T, b *e2e.Product, site *e2e.Site) {
	come := make(chan struct{}, 9)
	site.Mux.HandleFunc("/coming", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-come:
		case <-r.Context().Done(): // another document took its place
			return
		}
		if r.URL.RawQuery == "nothing" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		e2e.HTML(w, `<title>Title</title>It came`)
	})
	serve(site, "/opens", `<a id=link target=_blank href="/coming">Go</a><a id=nothing target=_blank href="/coming?nothing">Go</a>
		<button id=window onclick="window.open('/coming')">Open</button>
		<button id=written onclick="window.open('/coming').document.write('<p>Written</p>')">Open</button>`)
	s := &stage{b, site, 0}
	opened := func(t *testing.T, id string) *stage {
		tabs, _ := s.show(t, "/opens").do(t, "click #"+id)["tabs"].([]any)
		is.New(t).Equal(len(tabs), 1)
		return &stage{b, site, int(tabs[0].(map[string]any)["tabId"].(float64))}
	}
	t.Run("it is told with its address and its title", func(t *testing.T) {
		time.AfterFunc(300*time.Millisecond, func() { come <- struct{}{} }) // the server's work
		tab, _ := s.show(t, "/opens").do(t, "click #link")["tabs"].([]any)[0].(map[string]any)
		is.New(t).Equal([]any{tab["url"], tab["title"]}, []any{site.URL("/coming"), "Title"})
	})
	for _, r := range []struct {
		id, holds string
		waits     bool
	}{{"link", "It came", true}, {"window", "It came", true}, {"written", "Written", false}, {"nothing", "about:blank", true}} {
		if r.id == "nothing" && b.Host == e2e.Direct {
			continue // the browser does not tell of its end there: it is a timeout after 15 s
		}
		t.Run(r.id, func(t *testing.T) {
			own, read := opened(t, r.id), make(chan e2e.Answer, 1)
			go func() { read <- b.Try(t, own.act(t, "extract")) }()
			if r.waits {
				select {
				case got := <-read:
					t.Fatalf("read before it came: %+v", got)
				case <-time.After(time.Second): // longer than a tab may be silent before a crash or a dialog is suspected
				}
				come <- struct{}{}
			}
			got := <-read
			is.New(t).True(got.Code == "" && strings.Contains(got.Text, r.holds))
		})
	}
}
