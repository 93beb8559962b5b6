package pairing

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
)

func TestServeHTTP(t *testing.T) {
	const ours = "chrome-extension://" + testID
	for _, row := range []struct {
		name   string
		change func(r *http.Request)
		body   string
		status int
		field  string
	}{
		{"a good code gets a key", nil, `{"code":"CODE","deviceName":"laptop","browser":"Chromium 156"}`, 200, ""},
		{"unknown members are ignored", nil, `{"code":"CODE","more":1}`, 200, ""},
		{"a rebound host", func(r *http.Request) { r.Host = "evil.test" }, `{"code":"CODE"}`, 403, "Host"},
		{"a page", func(r *http.Request) { r.Header.Set("Origin", "http://evil.test") }, `{"code":"CODE"}`, 403, "Origin"},
		{"no origin, as from curl", func(r *http.Request) { r.Header.Del("Origin") }, `{"code":"CODE"}`, 403, "Origin"},
		{"two origins", func(r *http.Request) { r.Header.Add("Origin", ours) }, `{"code":"CODE"}`, 403, "Origin"},
		{"a form post", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, `{"code":"CODE"}`, 415, "Content-Type"},
		{"a GET", func(r *http.Request) { r.Method = "GET" }, ``, 405, "method"},
		{"another path", func(r *http.Request) { r.URL.Path = "/other" }, `{"code":"CODE"}`, 404, "path"},
		{"a large body", nil, `{"code":"` + strings.Repeat("x", maxBody) + `"}`, 413, "body"},
		{"no JSON", nil, `code=CODE`, 400, "body"},
		{"a member twice", nil, `{"code":"CODE","code":"CODE"}`, 400, "body"},
		{"no code", nil, `{"deviceName":"x"}`, 400, "code"},
		{"a code of the wrong type", nil, `{"code":7}`, 400, "code"},
		{"a name of the wrong type", nil, `{"code":"CODE","deviceName":{}}`, 400, "deviceName"},
		{"a name that is too long", nil, `{"code":"CODE","deviceName":"` + strings.Repeat("x", 129) + `"}`, 400, "deviceName"},
		{"a wrong code", nil, `{"code":"WRNG-WRNG-WRNG"}`, 403, "code"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			d, _, _ := newService(t, Options{Hosts: []string{"127.0.0.1:48123"}})
			code := d.Issue("ann").Text
			r := httptest.NewRequest("POST", link.PairingPath, strings.NewReader(strings.ReplaceAll(row.body, "CODE", code)))
			r.Host = "127.0.0.1:48123"
			r.Header.Set("Origin", ours)
			r.Header.Set("Content-Type", "application/json; charset=utf-8")
			if row.change != nil {
				row.change(r)
			}
			w := httptest.NewRecorder()
			d.ServeHTTP(w, r)
			is.Equal(w.Code, row.status)
			is.Equal(w.Header().Get("Cache-Control"), "no-store")
			if row.status == 200 {
				var p Pairing
				is.NoErr(json.Unmarshal(w.Body.Bytes(), &p))
				is.Equal(len(p.Key), 64)
				is.Equal(p.ServerURL, "ws://127.0.0.1:48123/ws/browser")
				is.Equal(w.Header().Get("Access-Control-Allow-Origin"), ours)
				return
			}
			var body struct {
				Error struct{ Code, Message, Field, Reason string }
			}
			is.NoErr(json.Unmarshal(w.Body.Bytes(), &body))
			is.Equal(body.Error.Code, "invalid_action")
			is.Equal(body.Error.Field, row.field)
			is.True(body.Error.Message != "")
			is.Equal(body.Error.Reason == "code_wrong", row.status == 403 && row.field == "code")
			is.Equal(len(d.List("ann")), 0)
			is.True(!strings.Contains(w.Body.String(), code))
			if row.field == "Origin" || row.field == "Host" {
				is.Equal(w.Header().Get("Access-Control-Allow-Origin"), "")
			}
		})
	}
}

func TestServeHTTP_answers_the_preflight_of_our_extension_only(t *testing.T) {
	is := is.New(t)
	d, _, _ := newService(t, Options{Hosts: []string{"127.0.0.1:48123"}})
	for origin, want := range map[string]int{"chrome-extension://" + testID: 204, "http://evil.test": 403} {
		r := httptest.NewRequest("OPTIONS", link.PairingPath, nil)
		r.Host = "127.0.0.1:48123"
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "POST")
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		is.Equal(w.Code, want)
	}
}
