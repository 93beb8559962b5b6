package direct

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

func TestParseEndpoint(t *testing.T) {
	for _, row := range []struct{ name, text, shows, says string }{
		{"the browser's socket on this machine", "ws://127.0.0.1:9222/devtools/browser/x", "ws://127.0.0.1:9222", ""},
		{"by its name", "ws://localhost:9222/x", "ws://localhost:9222", ""},
		{"by its new address", "http://[::1]:9222", "http://[::1]:9222", ""},
		{"where a browser on this machine tells it", " http://127.0.0.1:9222\n", "http://127.0.0.1:9222", ""},
		{"a socket elsewhere with TLS", "wss://u:p@chrome.example.com/x?token=t", "wss://chrome.example.com", ""},
		{"a socket elsewhere without", "ws://chrome.example.com/x?token=secret", "", "wss"},
		{"a browser elsewhere without TLS", "http://10.0.0.5:9222", "", "ssh -L"},
		{"a name that only begins like this machine", "ws://127.0.0.1.example.com/", "", "wss"},
		{"one tab's socket", "ws://127.0.0.1:9222/devtools/page/ABC", "", "json/version"},
		{"another scheme", "ftp://127.0.0.1/", "", "ws, wss"},
		{"no address", "127.0.0.1:9222", "", "http://127.0.0.1:9222"},
		{"nothing", "", "", "http://127.0.0.1:9222"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			e, err := ParseEndpoint(row.text)
			if row.says != "" {
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				is.True(strings.Contains(err.Error(), row.says))
				is.True(!strings.Contains(err.Error(), "secret"))
				return
			}
			is.NoErr(err)
			is.Equal(e.String(), row.shows)
		})
	}
}

// Of what /json/version answers only path and query are taken.
func TestEndpoint_TakesNoOtherHost(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t)
	at, err := parsed(t, f.URL).socket(t.Context(), client())
	is.NoErr(err)
	is.Equal(at, f.socket())
	f.path = "/?token=x"
	at, err = parsed(t, f.URL).socket(t.Context(), client())
	is.NoErr(err)
	is.Equal(at, "ws"+strings.TrimPrefix(f.URL, "http")+"/?token=x")
}

// canary stands in user, password, path and query of an address. Whatever goes
// wrong, nothing that bua says holds it.
const canary = "CANARY1f7c"

func TestCanary(t *testing.T) {
	for _, row := range []struct {
		name    string
		address func(*browserFake) string
		trouble func(*browserFake)
	}{
		{"all goes well", nil, nil},
		{"nothing listens there", func(f *browserFake) string { f.Server.Close(); return "" }, nil},
		{"its name is not known", func(*browserFake) string { return "wss://" + secretly("no-such-host.invalid") }, nil},
		{"it refuses", nil, func(f *browserFake) { f.refuse = http.StatusForbidden }},
		{"it redirects", nil, func(f *browserFake) { f.refuse = http.StatusFound }},
		{"it closes and says why", nil, func(f *browserFake) { f.bye = "bad token " + canary }},
		{"it does not answer", nil, func(f *browserFake) { f.mute["Browser.getVersion"] = true }},
		{"it speaks no TLS", func(f *browserFake) string { return "wss://" + secretly(strings.TrimPrefix(f.URL, "http://")) }, nil},
		{"it tells its socket at /json/version", func(f *browserFake) string { return "http://" + secretly(strings.TrimPrefix(f.URL, "http://")) }, nil},
		{"it tells no socket there", func(f *browserFake) string { return "http://" + secretly(strings.TrimPrefix(f.URL, "http://")) }, func(f *browserFake) { f.refuse = http.StatusNotFound }},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := newBrowserFake(t, "https://a.example/")
			f.path = "/" + canary + "/browser?" + canary
			if row.trouble != nil {
				row.trouble(f)
			}
			address := "ws://" + secretly(strings.TrimPrefix(f.URL, "http://"))
			if row.address != nil {
				if a := row.address(f); a != "" {
					address = a
				}
			}
			said := &coretest.Output{}
			log := slog.New(slog.NewJSONHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug}))
			h, p := begin(t, address, Options{Log: log})
			e := parsed(t, address)
			eventually(t, "a connection or a try", func() bool {
				p.mu.Lock()
				defer p.mu.Unlock()
				return h.State().Connected || len(p.list) > 0 || f.count("Browser.getVersion") > 0
			})
			ctx, cancel := context.WithCancel(t.Context())
			_, err := h.Do(ctx, protocol.OpenTab{URL: "about:blank"})
			cancel()
			marshalled, _ := json.Marshal(e)
			fmt.Fprintf(said, "%v %+v %#v %s %v %+v %v %s", e, e, &e, &e, err, h.State(), h.Absent(), marshalled)
			log.Warn("endpoint", "e", e, "p", &e)
			h.Close(t.Context())
			if strings.Contains(said.String(), canary) {
				t.Errorf("the canary got out:\n%s", said)
			}
		})
	}
}

func secretly(host string) string {
	return canary + ":" + canary + "@" + host + "/" + canary + "?token=" + canary
}

// The token reaches the browser all the same.
func TestEndpoint_SendsWhatItDoesNotShow(t *testing.T) {
	is := is.New(t)
	got := make(chan *http.Request, 4)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case got <- r:
		default:
		}
		http.Error(w, "no", http.StatusForbidden)
	}))
	defer srv.Close()
	begin(t, "ws://"+secretly(strings.TrimPrefix(srv.URL, "http://")), Options{})
	r := <-got
	user, pass, _ := r.BasicAuth()
	is.Equal(user+pass, canary+canary)
	is.Equal(r.URL.RequestURI(), "/"+canary+"?token="+canary)
	is.Equal(r.Header.Get("Origin"), "") // Chrome refuses those that it does not know
}

// A browser elsewhere is reached by TLS, and only with a certificate that the
// machine accepts.
func TestHost_TLS(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/")
	secure := httptest.NewTLSServer(f)
	defer secure.Close()
	secure.Config.ErrorLog = nil
	address := "wss" + strings.TrimPrefix(secure.URL, "https") + "/devtools?token=" + canary

	h, p := begin(t, address, Options{})
	eventually(t, "a try", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.list) > 0
	})
	is.True(strings.Contains(h.Absent().Error(), "certificate"))
	is.Equal(f.count("Browser.getVersion"), 0)

	h, err := New(Options{Engine: func() string { return "" }})
	is.NoErr(err)
	defer h.Close(t.Context())
	h.http = secure.Client()
	h.Point(parsed(t, address))
	connected(t, h)
	is.Equal(len(list(t, h)), 1)
}
