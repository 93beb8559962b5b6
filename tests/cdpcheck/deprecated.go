package cdpcheck

// deprecated is what Chrome still says and core still reads although the
// protocol's definition has marked it as going away, so that cdproto does not
// know it any more, each with what happens to core on the day when it is gone.
func deprecated(where string) (reason string, ok bool) {
	reason, ok = map[string]string{
		"Page.frameScheduledNavigation":               "a navigation by timer or meta refresh is then known only when it starts to load: an action before it says so one action later",
		"Page.frameClearedScheduledNavigation":        "as Page.frameScheduledNavigation",
		"Page.downloadWillBegin":                      "Browser.downloadWillBegin takes its place, on the browser's own session, which an extension does not have",
		"result of Page.getLayoutMetrics.contentSize": "the ratio of device pixels is then read as one: a picture of a page on a dense screen is larger than it should be",
		"Target.detachedFromTarget.targetId":          "core reads the session only; the name is one that it reads of other messages",
	}[where]
	return reason, ok
}
