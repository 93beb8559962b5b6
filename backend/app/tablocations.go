package app

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"
	"strings"
	"sync"

	"github.com/zapvol/bua/core/protocol"
)

// tabLocation is where a tab is: an origin, or a host when only that is known, and
// the hash of the path.
type tabLocation struct{ origin, path string }

// maxTabs bounds what is remembered of one device.
const maxTabs = 512

// tabLocations are the places of the tabs, as far as they are known.
type tabLocations struct {
	mu sync.Mutex
	at map[[2]string]map[int]tabLocation // by user and device; owner: this
}

// find returns where a tab is; tab 0 is the only one, when there is one.
func (w *tabLocations) find(user, device string, tab int) tabLocation {
	w.mu.Lock()
	defer w.mu.Unlock()
	tabs := w.at[[2]string{user, device}]
	if tab == 0 && len(tabs) == 1 {
		for _, p := range tabs {
			return p
		}
	}
	return tabs[tab]
}

func (w *tabLocations) set(user, device string, tab int, p tabLocation) {
	if tab == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	k := [2]string{user, device}
	if w.at == nil {
		w.at = map[[2]string]map[int]tabLocation{}
	}
	if w.at[k] == nil {
		w.at[k] = map[int]tabLocation{}
	}
	if _, known := w.at[k][tab]; !known && len(w.at[k]) >= maxTabs {
		return
	}
	w.at[k][tab] = p
}

// move notes the host of a tab, unless its place is known to be there.
func (w *tabLocations) move(user, device string, tab int, host string) {
	old := w.find(user, device, tab)
	if u, err := url.Parse(old.origin); err == nil && strings.EqualFold(u.Hostname(), host) {
		return
	}
	w.set(user, device, tab, tabLocation{origin: host})
}

func (w *tabLocations) forget(user, device string, tab int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := [2]string{user, device}
	delete(w.at[k], tab)
	if len(w.at[k]) == 0 {
		delete(w.at, k)
	}
}

// locationOf splits a URL into its origin and a keyed hash of what follows: whoever
// reads the audit can tell two pages apart, and cannot try out what they were.
func locationOf(raw string, key []byte) tabLocation {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return tabLocation{origin: strings.ToLower(firstOf(raw, ":"))} // about:blank and its like
	}
	m := hmac.New(sha256.New, key)
	_, _ = io.WriteString(m, u.EscapedPath()+"?"+u.RawQuery)
	return tabLocation{strings.ToLower(u.Scheme + "://" + u.Host), hex.EncodeToString(m.Sum(nil)[:8])}
}

func firstOf(s, sep string) string { before, _, _ := strings.Cut(s, sep); return before }

// target is the URL that an action asks for, "" for those that ask for none.
func target(a protocol.Action) string {
	switch a := a.(type) {
	case protocol.Navigate:
		return a.URL
	case protocol.OpenTab:
		return a.URL
	default:
		return ""
	}
}

// arrived is where a result says that its tab is now, "" when it does not.
func arrived(r protocol.Result) (tab int, url string) {
	switch r := r.(type) {
	case protocol.ExtractResult:
		url = r.URL
	case protocol.OpenTabResult:
		tab = r.TabID
	}
	if e := protocol.Caused(r); e != nil && e.Navigated != nil {
		url = e.Navigated.URL
	}
	return tab, url
}
