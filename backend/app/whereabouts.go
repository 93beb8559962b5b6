package app

import (
	"net/url"
	"strings"
	"sync"
)

// place is where a tab is: an origin, or a host when only that is known, and
// the hash of the path.
type place struct{ origin, path string }

// maxTabs bounds what is remembered of one device.
const maxTabs = 512

// whereabouts are the places of the tabs, as far as they are known.
type whereabouts struct {
	mu sync.Mutex
	at map[[2]string]map[int]place // by user and device; owner: this
}

// find returns where a tab is; tab 0 is the only one, when there is one.
func (w *whereabouts) find(user, device string, tab int) place {
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

func (w *whereabouts) set(user, device string, tab int, p place) {
	if tab == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	k := [2]string{user, device}
	if w.at == nil {
		w.at = map[[2]string]map[int]place{}
	}
	if w.at[k] == nil {
		w.at[k] = map[int]place{}
	}
	if _, known := w.at[k][tab]; !known && len(w.at[k]) >= maxTabs {
		return
	}
	w.at[k][tab] = p
}

// move notes the host of a tab, unless its place is known to be there.
func (w *whereabouts) move(user, device string, tab int, host string) {
	old := w.find(user, device, tab)
	if u, err := url.Parse(old.origin); err == nil && strings.EqualFold(u.Hostname(), host) {
		return
	}
	w.set(user, device, tab, place{origin: host})
}

func (w *whereabouts) forget(user, device string, tab int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := [2]string{user, device}
	delete(w.at[k], tab)
	if len(w.at[k]) == 0 {
		delete(w.at, k)
	}
}
