package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/internal/loopback"
)

// newestRelease answers with a redirection to the newest release, whose address
// ends in its tag. Nothing of the person's is sent there.
const newestRelease = "https://github.com/zapvol/bua/releases/latest"

// newest asks which release is the newest. It asks nobody unless somebody has
// typed so.
func newest(ctx context.Context, from string) (string, error) {
	u, err := url.Parse(from)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !loopback.Host(u.Hostname())) {
		return "", usage("--from: takes an https address without a name or password in it; http is for this machine only")
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, u.String(), nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("User-Agent", "bua")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	w, err := client.Do(r)
	if err != nil {
		return "", fmt.Errorf("%s does not answer; try again later, or look there with a browser: %w", u.Host, errors.Unwrap(err))
	}
	_ = w.Body.Close()
	unpublished := errors.New("no release is published yet; in a checkout git pull and go run ./build install bring the newest state")
	if w.StatusCode == http.StatusNotFound {
		return "", unpublished
	}
	to, err := w.Location()
	if err != nil {
		return "", fmt.Errorf("%s answered %s and not with the address of a release; look there with a browser", from, w.Status)
	}
	tag := path.Base(to.Path)
	if strings.HasSuffix(to.Path, "/releases") { // the list of them, which is empty
		return "", unpublished
	}
	if _, good := numbers(tag); !good {
		return "", fmt.Errorf("%s leads to %q, which is no version; look there with a browser", from, tag)
	}
	return strings.TrimPrefix(tag, "v"), nil
}

// numbers are the parts of a version such as v1.2.3, and good says that it is one.
func numbers(version string) (parts [3]int, good bool) {
	list := strings.Split(strings.TrimPrefix(version, "v"), ".")
	if len(list) != len(parts) {
		return parts, false
	}
	for i, text := range list {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return parts, false
		}
		parts[i] = int(n)
	}
	return parts, true
}

// compared tells a version beside the newest one.
func compared(mine, newest string) string {
	a, released := numbers(mine)
	b, _ := numbers(newest)
	switch {
	case released && a == b:
		return "This is the newest release."
	case !released:
		return "This is no release; the newest is " + newest + ": https://github.com/zapvol/bua/releases/tag/v" + newest
	case slices.Compare(a[:], b[:]) < 0:
		return "Release " + newest + " is newer: https://github.com/zapvol/bua/releases/tag/v" + newest + "\nUpdate the program the way that you installed it, and the extension with it; docs/guide/install.md says how."
	}
	return "The newest release is " + newest + ", which is older than this."
}
