package actions_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestComing(t *testing.T) { onBoth(t, "the tabs that a page opens", specComing) }

// specComing: a tab that a page has just opened is told of and can be read,
// also when its first page is long on its way.
func specComing(t *testing.T, b *e2e.Product, site *e2e.Site) {
	coming, come := make(chan struct{}, 9), make(chan struct{}, 9)
	site.Mux.HandleFunc("/coming", func(w http.ResponseWriter, r *http.Request) {
		coming <- struct{}{}
		select {
		case <-come:
			e2e.HTML(w, `It came`)
		case <-r.Context().Done(): // another document took its place
		}
	})
	site.Mux.HandleFunc("/nothing", func(w http.ResponseWriter, _ *http.Request) {
		coming <- struct{}{}
		<-come
		w.WriteHeader(http.StatusNoContent)
	})
	site.Mux.HandleFunc("/opens", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<a id=link target=_blank href="/coming">Go</a><a id=nothing target=_blank href="/nothing">Go</a>
		<button id=window onclick="window.open('/coming')">Open</button>
		<button id=written onclick="window.open('/coming').document.write('<p>Written</p>')">Open</button>`)
	})
	t.Run("it is told with its address and its title", func(t *testing.T) {
		site.Mux.HandleFunc("/takes", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery != "" {
				e2e.HTML(w, `<a id=a target=_blank href=/takes>Go</a>`)
				return
			}
			select {
			case <-time.After(300 * time.Millisecond): // the server's work
			case <-r.Context().Done():
			}
			e2e.HTML(w, `<title>It came</title>`)
		})
		fx, _ := b.Get(t, map[string]any{"type": "click", "tabId": b.Open(t, site.URL("/takes?from")), "selector": "#a"})["effects"].(map[string]any)
		tab, _ := fx["tabs"].([]any)[0].(map[string]any)
		is.New(t).Equal([]any{tab["url"], tab["title"]}, []any{site.URL("/takes"), "It came"})
	})
	for _, row := range []struct {
		id, holds string
		waits     bool
	}{
		{"link", "It came", true},
		{"window", "It came", true},
		{"written", "Written", false},
		{"nothing", "about:blank", true},
	} {
		if row.id == "nothing" && b.Host == e2e.Direct {
			continue // the browser does not tell of its end there: it is a timeout after 15 s
		}
		t.Run(row.id, func(t *testing.T) {
			is := is.New(t)
			out := b.Get(t, map[string]any{"type": "click", "tabId": b.Open(t, site.URL("/opens")), "selector": "#" + row.id})
			if row.waits {
				<-coming
			}
			effects, _ := out["effects"].(map[string]any)
			tabs, _ := effects["tabs"].([]any)
			is.Equal(len(tabs), 1)
			read := make(chan e2e.Answer, 1)
			go func() {
				read <- b.Try(t, map[string]any{"type": "extract", "tabId": tabs[0].(map[string]any)["tabId"]})
			}()
			if row.waits {
				select {
				case got := <-read:
					t.Fatalf("read before it came: %+v", got)
				case <-time.After(time.Second): // longer than a tab may be silent before a crash or a dialog is suspected
				}
				come <- struct{}{}
			}
			got := <-read
			is.Equal(got.Code, "")
			is.True(strings.Contains(got.Text, row.holds))
		})
	}
}
