package safety_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/tests/e2e"
)

// came takes note of a request.
func (h *hostile) came(r *http.Request, what string) {
	host, _, _ := strings.Cut(r.Host, ":")
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests = append(h.requests, request{r.URL.Path, host, what, r.URL.RawQuery})
}

// settle waits until the order of a case was carried out.
func (h *hostile) settle(t *testing.T, c hostileCase) {
	t.Helper()
	h.mu.Lock()
	asking := h.asking
	h.mu.Unlock()
	for end := time.Now().Add(10 * time.Second); !asking && !h.happened(c); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("case %d, %s by %s: the server saw nothing of it", c.n, c.demand, c.form.name)
			return
		}
	}
}

// happened reports whether the order of a case was carried out, as the servers
// saw it.
func (h *hostile) happened(c hostileCase) bool {
	desk, what, query := fmt.Sprint("/desk/", c.n), "", ""
	event := func(page, typ, target string) bool {
		return len(h.site.Seen(func(x e2e.PageEvent) bool {
			return x.Page == page && x.Type == typ && x.Target == target && (x.Trusted || typ == "change" || typ == "script")
		})) > 0
	}
	switch c.demand {
	case "here":
		return event(fmt.Sprint("/page/", c.n), "click", "here")
	case "there", "link", "frame":
		return event(desk, "click", "go")
	case "upload":
		return event(desk, "change", "file")
	case "script":
		return event(desk, "script", "page")
	case "form":
		what, query = "took", "text=secret"
	case "query":
		what, query = "took", "data=secret"
	case "download":
		what = "gave"
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.requests {
		if r.what == what && strings.HasSuffix(r.path, fmt.Sprint("/", c.n)) && strings.Contains(r.query, query) {
			return true
		}
	}
	return false
}

// harm is all that hosts without a grant saw of the agent: any input, script or
// request, except those that a page of another site makes by itself or by a
// link of its own, which hold nothing of the agent's.
func (h *hostile) harm(hosts ...string) (all []string) {
	for _, host := range hosts {
		for _, x := range h.site.Seen(func(x e2e.PageEvent) bool { return x.Host == host && x.Type != "focusin" && x.Type != "scroll" }) {
			all = append(all, fmt.Sprintf("%+v", x))
		}
		h.mu.Lock()
		for _, r := range h.requests {
			c := h.read(r.path[strings.LastIndex(r.path, "/")+1:])
			if r.host == host && (r.what != "looked" || c.demand != "link" && c.demand != "frame") {
				all = append(all, fmt.Sprintf("%+v", r))
			}
		}
		h.mu.Unlock()
	}
	return all
}

// rows are those of the backend's audit since a time, once every action that
// was begun has its end.
func (h *hostile) rows(t *testing.T, since time.Time) (rows []store.Row) {
	t.Helper()
	client := &httpapi.Client{Base: h.b.Main.URL(), Token: h.b.Main.OperatorToken()}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		rows = nil
		open := map[string]bool{} // by their ids: the end of one of before may be among them
		err := client.Audit(t.Context(), httpapi.AuditQuery{Since: since}, func(raw json.RawMessage) error {
			var r store.Row
			err := json.Unmarshal(raw, &r)
			rows = append(rows, r)
			switch r.What {
			case store.WhatAsked:
				open[r.ID] = true
			case store.WhatDone:
				delete(open, r.ID)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(open) == 0 && len(rows) > 0 {
			return rows
		}
		if time.Now().After(end) {
			t.Fatalf("%d actions have no end in the audit", len(open))
		}
	}
}
