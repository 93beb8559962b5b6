package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

// NewInstalled makes a product into which a copy of the extension was loaded as a person loads a
// folder: unlike one from the command line it comes back after a reload. Only the DevTools
// pipe lets a program do that.
func NewInstalled(tb testing.TB) *Alone {
	tb.Helper()
	a := &Alone{installed: tb.TempDir()}
	if err := os.CopyFS(a.installed, os.DirFS(Extension(tb))); err != nil {
		tb.Fatal(err)
	}
	a.CDP, a.browser = cdp.Launch(tb, chromium.Options{Pipe: true, Args: []string{"--enable-unsafe-extension-debugging", resolver}})
	path, err := json.Marshal(a.installed)
	if err == nil {
		_, err = fmt.Fprintf(a.browser.To, `{"id":1,"method":"Extensions.loadUnpacked","params":{"path":%s}}`+"\x00", path)
	}
	if err != nil {
		tb.Fatal(err)
	}
	said, err := bufio.NewReader(a.browser.From).ReadString(0)
	if err != nil || !strings.Contains(said, app.ExtensionID) {
		tb.Fatalf("the extension was not loaded: %q %v", said, err)
	}
	if err := developer(tb.Context(), a.CDP); err != nil {
		tb.Fatal(err)
	}
	return a
}

// developer turns on the developer mode, without which a folder that was loaded once is not
// loaded again.
func developer(ctx context.Context, conn *cdp.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	session, target, err := conn.NewPage(ctx, "chrome://extensions/")
	if err != nil {
		return err
	}
	p := &Panel{conn, session}
	for there := false; err == nil && !there; {
		err = p.eval(ctx, `!!globalThis.chrome?.developerPrivate`, &there)
	}
	if err == nil {
		err = p.eval(ctx, `new Promise(r => chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true}, r))`, nil)
	}
	if err == nil {
		err = conn.CloseTarget(ctx, target)
	}
	return err
}

var version = regexp.MustCompile(`"version": *"([0-9.]+)"`)

// Update installs another version of the extension, as a store does: nothing of the old one
// is left when it returns.
func (a *Alone) Update(tb testing.TB) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 30*time.Second)
	defer cancel()
	file := filepath.Join(a.installed, "manifest.json")
	text, err := os.ReadFile(file)
	if err == nil {
		a.updates++
		err = os.WriteFile(file, version.ReplaceAll(text, fmt.Appendf(nil, `"version": "1.%d"`, a.updates)), 0o600)
	}
	var old []cdp.TargetInfo
	if err == nil {
		old, err = a.own(ctx)
	}
	if err == nil {
		err = a.CDP.Within(ctx, "service_worker", origin, func(session string) error {
			return a.CDP.Eval(ctx, session, `setTimeout(() => chrome.runtime.reload()) && 0`, nil)
		})
	}
	for there := true; err == nil && there; {
		var now []cdp.TargetInfo
		now, err = a.own(ctx)
		there = false
		for _, x := range old {
			for _, y := range now {
				there = there || x.TargetID == y.TargetID
			}
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// own are the extension's own parts that run.
func (a *Alone) own(ctx context.Context) (list []cdp.TargetInfo, err error) {
	all, err := a.CDP.Targets(ctx)
	for _, x := range all {
		if strings.HasPrefix(x.URL, origin) {
			list = append(list, x)
		}
	}
	return list, err
}
