package model

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/model"
)

// Why nothing was answered is a code, and nobody is followed elsewhere.
func TestHTTP(t *testing.T) {
	is := is.New(t)
	elsewhere := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	defer other.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		case "/cut":
			if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_ = c.Close()
			}
		default:
			body, _ := io.ReadAll(r.Body)
			w.Header().Set("X-Said", r.Header.Get("Authorization"))
			_, _ = w.Write(append([]byte(r.Method+" "), body...))
		}
	}))
	defer s.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()

	send := func(url string) (core.Incoming, core.Failure) {
		return HTTP(&http.Transport{}).Send(t.Context(), core.Outgoing{Method: "POST", URL: url, Header: []core.Header{{Name: "Authorization", Value: "Bearer x"}}, Body: []byte("hi")})
	}
	in, how := send(s.URL)
	is.Equal(how, core.Failure(""))
	body, err := io.ReadAll(in.Body)
	is.NoErr(err)
	is.NoErr(in.Body.Close())
	is.Equal(string(body), "POST hi")
	is.Equal(in.Header("x-said"), "Bearer x")

	in, how = send(s.URL + "/moved")
	is.Equal(how, core.Failure(""))
	is.NoErr(in.Body.Close())
	is.Equal(in.Status, http.StatusTemporaryRedirect)
	is.Equal(elsewhere, 0) // the key would have gone there

	for url, want := range map[string]core.Failure{gone.URL: core.Refused, secure.URL: core.Untrusted, "https" + s.URL[4:]: core.Untrusted, s.URL + "/cut": core.Cut, "http://[": core.Unsent} {
		_, how := send(url)
		if how != want {
			t.Errorf("%s: %s, want %s", url, how, want)
		}
	}
	is.Equal(failure(&net.OpError{Op: "dial", Err: &net.DNSError{IsNotFound: true}}), core.NoAddress)
}
