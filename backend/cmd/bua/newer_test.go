package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"
)

// Only --check asks, once, and what it says follows from both versions.
func TestVersion_Check(t *testing.T) {
	for _, row := range []struct {
		name, mine, tag string
		says            string
		code            int
	}{
		{"a newer one", "0.1.0", "v0.2.0", "Release 0.2.0 is newer", exitOK},
		{"tens are more than ones", "0.9.0", "v0.10.0", "Release 0.10.0 is newer", exitOK},
		{"the same", "0.2.0", "v0.2.0", "This is the newest release", exitOK},
		{"an older one", "0.3.0", "v0.2.9", "older than this", exitOK},
		{"a build of a checkout", "dev", "v0.2.0", "This is no release; the newest is 0.2.0", exitOK},
		{"a tag that is no version", "0.1.0", "nightly", "no version", exitFailed},
		{"none is published", "0.1.0", "list", "no release is published yet", exitFailed},
		{"nothing is there", "0.1.0", "", "no release is published yet", exitFailed},
		{"another answer", "0.1.0", "teapot", "answered 418 I'm a teapot and not with the address of a release", exitFailed},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var asked atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				is.Equal(r.Method, http.MethodHead)
				is.Equal(r.UserAgent(), "bua") // no version, no system, no name
				is.Equal(r.URL.RawQuery, "")
				if row.tag == "" {
					http.NotFound(w, r)
					return
				}
				if row.tag == "teapot" {
					w.WriteHeader(http.StatusTeapot)
					return
				}
				http.Redirect(w, r, strings.TrimSuffix("/zapvol/bua/releases/tag/"+row.tag, "/tag/list"), http.StatusFound)
			}))
			defer server.Close()
			before := version
			version = row.mine
			defer func() { version = before }()
			var out, errs bytes.Buffer
			is.Equal(run(t.Context(), []string{"version", "--from", server.URL}, strings.NewReader(""), &out, &errs), exitOK)
			is.Equal(asked.Load(), int32(0)) // nobody said --check
			code := run(t.Context(), []string{"version", "--check", "--from", server.URL}, strings.NewReader(""), &out, &errs)
			is.Equal(code, row.code)
			is.True(strings.Contains(out.String()+errs.String(), row.says))
			is.Equal(asked.Load(), int32(1)) // and the redirection is not followed
		})
	}
}

func TestVersion_CheckAsksByTLSOnly(t *testing.T) {
	for _, from := range []string{"http://releases.example.com/latest", "releases.example.com", "https://me:secret@releases.example.com", "file:///etc/passwd", ""} {
		is := is.New(t)
		var out, errs bytes.Buffer
		is.Equal(run(t.Context(), []string{"version", "--check", "--from", from}, strings.NewReader(""), &out, &errs), exitUsage) // from
		is.True(strings.Contains(errs.String(), "--from"))
	}
}
