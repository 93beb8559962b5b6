package debugger

import "github.com/zapvol/bua/core/protocol"

// Event takes note of one CDP event of a tab. It never blocks on the tab.
func (d *Debugger) Event(tabID int, session, method string, params []byte) {
	switch method {
	case "Target.attachedToTarget":
		d.childAttached(tabID, session, params)
		return
	case "Target.detachedFromTarget":
		d.childDetached(tabID, text(member(params, "sessionId")))
		return
	case "Target.targetInfoChanged":
		d.childMoved(tabID, params)
		return
	}
	switch method {
	case "Page.frameNavigated":
		defer d.navigationEnded(tabID, text(member(params, "frame", "id")))
	case "Page.frameDetached", "Page.downloadWillBegin":
		if text(member(params, "reason")) != "swap" { // else its document comes in another process
			defer d.navigationEnded(tabID, text(member(params, "frameId")))
		}
	case "Page.frameRequestedNavigation":
		d.navigationRequested(tabID, params)
	case "Page.frameStartedNavigating":
		d.frameNavigating(tabID, params)
	case "Page.frameStoppedLoading":
		d.frameStayed(tabID, text(member(params, "frameId")))
	}
	switch method {
	case "Page.frameAttached":
		m := members(params, "frameId", "parentFrameId")
		d.update(tabID, "", func(t *tab, _ *run) { t.frames.Put(text(m[0]), text(m[1]), "") })
		return
	case "Page.documentOpened": // by a script of whoever's address it has from now on
		f := members(member(params, "frame"), "id", "url")
		d.update(tabID, "", func(t *tab, _ *run) {
			if t.frames.Put(text(f[0]), "", text(f[1])); text(f[0]) == t.main.frame {
				t.url = text(f[1])
			}
		})
		return
	case "Page.frameDetached":
		m := members(params, "frameId", "reason")
		if text(m[1]) != "swap" { // else it goes on in another process
			d.update(tabID, "", func(t *tab, r *run) {
				d.dropDialogs(t, func(h heldDialog) bool { return t.frames.Within(h.dialog.Frame, text(m[0])) })
				d.ends(t, text(m[0]))
				t.frames.Remove(text(m[0]))
				r.innerArrived(text(m[0]))
			})
		}
		return
	case "Fetch.requestPaused":
		if text(member(params, "resourceType")) == "Document" {
			d.requestHeld(tabID, session, params)
		} else if d.relay != nil {
			d.relay.requestPaused(tabID, session, params)
		}
		return
	case "Network.responseReceived":
		d.responded(tabID, params)
		d.requestAnswered(tabID, params)
		return
	case "Network.requestWillBeSent":
		d.requestBegins(tabID, session, params)
		return
	case "Network.loadingFinished", "Network.loadingFailed":
		d.requestEnds(tabID, method == "Network.loadingFailed", params)
		return
	case "Page.javascriptDialogOpening":
		d.dialogOpening(tabID, params)
		return
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Runtime.executionContextCreated":
		d.update(tabID, "", func(t *tab, _ *run) {
			if t.runtimeEvents != nil {
				t.runtimeEvents(session, method, params)
			}
		})
		return
	case "Runtime.bindingCalled":
		d.settleReport(tabID, params)
		return
	case "Page.frameRequestedNavigation":
		if url := text(member(params, "url")); external(url) {
			d.update(tabID, "", func(t *tab, r *run) {
				if r != nil {
					r.external, t.externalOpened = url, d.clock.Now()
				}
			})
			return // no page is on its way
		}
		d.innerAsked(tabID, params)
	case "Page.fileChooserOpened":
		d.update(tabID, "", func(_ *tab, r *run) {
			if r != nil {
				r.chooser = whole(member(params, "backendNodeId"))
			}
		})
		return
	case "Page.downloadWillBegin":
		d.downloadBegins(tabID, params)
		return
	case "Input.dragIntercepted":
		d.update(tabID, "", func(_ *tab, r *run) {
			if r != nil {
				r.dragData = string(member(params, "data"))
			}
		})
		return
	}
	if method == "Page.frameStoppedLoading" {
		d.update(tabID, "", func(_ *tab, r *run) { r.innerArrived(text(member(params, "frameId"))) })
	}
	if session != "" {
		if method == "Page.frameNavigated" {
			d.frameCommitted(tabID, member(params, "frame"))
		}
		return // a child's other events concern its frame only
	}
	switch method {
	case "Page.frameNavigated":
		d.committed(tabID, params)
	case "Page.navigatedWithinDocument":
		m := members(params, "frameId", "url")
		d.update(tabID, text(m[0]), func(t *tab, r *run) {
			t.url = text(m[1])
			if r != nil {
				r.within = true
			}
		})
	case "Page.frameRequestedNavigation":
		m := members(params, "frameId", "disposition")
		if text(m[1]) == "currentTab" {
			d.update(tabID, text(m[0]), func(t *tab, r *run) {
				t.nav.asked = true
				r.navigationBegins()
			})
		}
	case "Page.frameScheduledNavigation":
		m := members(params, "frameId", "delay")
		if whole(m[1]) < 1 {
			d.update(tabID, text(m[0]), func(t *tab, r *run) {
				t.nav.planned = true
				r.navigationBegins()
			})
		}
	case "Page.frameClearedScheduledNavigation":
		d.update(tabID, text(member(params, "frameId")), func(t *tab, r *run) {
			t.nav.planned = false
			if r != nil && !t.nav.loading && !t.nav.asked {
				r.began = false
			}
		})
	case "Page.frameStartedNavigating", "Page.frameStartedLoading":
		d.update(tabID, text(member(params, "frameId")), func(t *tab, r *run) {
			t.nav.planned, t.nav.asked, t.nav.loading = false, false, true
			r.navigationBegins()
		})
	case "Page.frameStoppedLoading":
		d.update(tabID, text(member(params, "frameId")), func(t *tab, r *run) {
			t.nav = navigation{ready: true, loaded: true}
			if t.url == "" { // a new tab's first page, and nothing came
				t.url = "about:blank"
				if t.main.frame != "" {
					t.frames.Put(t.main.frame, "", t.url)
				}
			}
			if r != nil {
				r.began = false
			}
		})
	case "Page.domContentEventFired":
		d.update(tabID, "", func(t *tab, _ *run) { t.nav.ready = true })
		d.ahead(tabID)
	case "Page.loadEventFired":
		d.update(tabID, "", func(t *tab, _ *run) { t.nav.ready, t.nav.loaded = true, true })
	case "Page.windowOpen":
		d.windowOpened(tabID, text(members(params, "url")[0]))
	case "Page.javascriptDialogClosed":
		d.update(tabID, "", func(t *tab, _ *run) {
			if len(t.heldDialogs) == 0 {
				d.dialogClosed(t)
			}
		})
	case "Inspector.targetCrashed":
		d.crashed(tabID)
	case "Inspector.targetReloadedAfterCrash":
		d.update(tabID, "", func(t *tab, _ *run) { t.crashed = false })
	}
}

// update changes what is known of a tab. frame is the frame that the news is
// about, "" when it can only be the main one; news of other frames is dropped.
func (d *Debugger) update(tabID int, frame string, change func(*tab, *run)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	if frame != "" && t.main.frame != "" && frame != t.main.frame {
		return
	}
	change(t, t.run)
	t.wake()
}

// committed takes note that a frame has another document. The guard is asked
// at once, so that nothing more is done in a page that it refuses.
func (d *Debugger) committed(tabID int, params []byte) {
	m := members(params, "frame", "type")
	if len(member(m[0], "parentId")) > 0 {
		d.frameCommitted(tabID, m[0])
		return
	}
	d.mu.Lock()
	t := d.tab(tabID)
	d.dropDialogs(t, func(heldDialog) bool { return true })
	d.ends(t, "")
	t.frames.LeavePage()
	d.adopt(t, m[0])
	t.requests.navigating, t.requests.vain = nil, nil
	t.main.doc++
	t.main.world, t.main.narrow, t.main.coming, t.crashed = 0, false, nil, false
	// A page out of the back-forward cache is complete and fires no load event.
	cached := text(m[1]) == "BackForwardCacheRestore"
	t.nav.planned, t.nav.asked, t.nav.ready, t.nav.loaded = false, false, cached, cached
	t.unread = false
	if cached {
		t.nav.loading = false
		d.restored(t)
	}
	r, url := t.run, t.url
	if r != nil {
		r.commits++
		r.began, r.unanswered = false, nil
	}
	t.wake()
	d.mu.Unlock()
	if r == nil || r.kind == protocol.KindHelp {
		return // it is the person who goes there
	}
	if err := r.guard.Allow(url); err != nil {
		d.mu.Lock()
		r.denied = err
		d.mu.Unlock()
		r.cancel(err)
	}
}

// frameCommitted is committed for a frame inside the main one.
func (d *Debugger) frameCommitted(tabID int, frame []byte) {
	f := members(frame, "id", "parentId", "url", "unreachableUrl")
	id := text(f[0])
	d.mu.Lock()
	t := d.tab(tabID)
	r, reason := t.run, t.requests.reasons[id]
	r.innerCommitted(id)
	d.ends(t, id)
	t.frames.Commit(id, text(f[1]), text(f[2]))
	d.dropDialogs(t, func(h heldDialog) bool { return h.dialog.Frame == id })
	t.wake()
	d.mu.Unlock()
	d.keptFrom(tabID, text(f[3]), r, reason)
}

// crashed ends the attach or the action in flight: no command that asks the page
// is ever answered in a crashed tab.
func (d *Debugger) crashed(tabID int) {
	d.mu.Lock()
	t := d.tab(tabID)
	t.crashed, t.main.world, t.main.coming, t.heldDialogs = true, 0, nil, nil
	d.dialogClosed(t)
	t.nav = navigation{ready: true, loaded: true}
	r, attaching := t.run, t.attaching
	t.wake()
	d.mu.Unlock()
	switch {
	case attaching != nil:
		attaching(causeCrashed) // the action may be one that leaves the page
	case r != nil:
		r.cancel(causeCrashed)
	}
}
