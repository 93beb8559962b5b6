package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/protocol"
)

// Launch says which browser to bring up.
type Launch struct {
	// Chrome is the browser's path, "" to find one.
	Chrome string
	// UserDataDir is the profile; "" makes a temporary one.
	UserDataDir string
	// Extension is a folder with the unpacked extension; "" takes the one that
	// is inside this binary.
	Extension string
	// Headless runs without a window, as it does when there is no display.
	Headless bool
	// Debug opens a DevTools port, for tests; see [Main.Browser].
	Debug bool
	// NoSandbox runs the browser without its sandbox; RequireSandbox starts none
	// that would.
	NoSandbox, RequireSandbox bool
	// Args are further switches of the browser.
	Args []string
}

// maxStarts is how many starts within a minute are enough to give up.
const maxStarts = 4

// browserLauncher keeps one browser running: it starts it, and starts it again when a
// call finds it dead.
type browserLauncher struct {
	o      Launch
	target launchTarget
	log    *slog.Logger
	done   context.Context // ends with the backend

	mu      sync.Mutex
	browser *chromium.Browser // nil before the first start
	starts  []time.Time
	err     error // of the last start, or why the browser ended
	warned  bool  // that there is no sandbox
	closed  bool
}

// launchTarget is what a launched browser is to connect to. Calls do not overlap.
type launchTarget interface {
	// prepare completes the options of a browser that is about to be started.
	prepare(o *chromium.Options) error
	// started is told of the browser that runs.
	started(b *chromium.Browser) error
	// remove takes away what prepare has left on the disk.
	remove()
}

func newBrowserLauncher(o Launch, target launchTarget, log *slog.Logger, done context.Context) *browserLauncher {
	if !o.Headless && runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		log.Warn("there is no display: the browser runs headless")
		o.Headless = true
	}
	return &browserLauncher{o: o, target: target, log: log, done: done}
}

// start brings the browser up in the background; ready waits for it.
func (l *browserLauncher) start() { go func() { _ = l.ready(l.done) }() }

// ready returns when the browser's process runs; that it connects is awaited
// elsewhere. A browser that ended is started again.
func (l *browserLauncher) ready(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return protocol.NewError(protocol.CodeInternal, "bua is ending; nothing was done").NotDone()
	}
	if l.browser != nil {
		select {
		case <-l.browser.Done():
			l.err = l.browser.Ended()
			l.log.Warn("the browser ended; starting it again", "err", l.err)
			l.browser.Close()
			l.browser = nil
		default:
			return nil
		}
	}
	now := time.Now()
	for len(l.starts) > 0 && now.Sub(l.starts[0]) > time.Minute {
		l.starts = l.starts[1:]
	}
	if len(l.starts) >= maxStarts {
		return protocol.NewError(protocol.CodeInternal, "the browser ended again and again; ask the person to look why, "+reason(l.err))
	}
	l.starts = append(l.starts, now)
	if err := l.launch(ctx); err != nil {
		l.err = err
		return protocol.NewError(protocol.CodeInternal, "the browser could not be started: "+err.Error())
	}
	if why := l.browser.Unsandboxed; why != "" && !l.warned {
		l.warned = true
		l.log.Warn("the browser runs without its sandbox: a page that breaks out of it has this user's rights", "why", why)
	}
	return nil
}

// refused returns why the browser has ended at once and will again, nil when
// there is no such reason.
func (l *browserLauncher) refused() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.browser != nil {
		if err := l.browser.Ended(); errors.Is(err, chromium.ErrSandbox) {
			return protocol.NewError(protocol.CodeInternal, "the browser could not be started: "+err.Error())
		}
	}
	return nil
}

// options are those of the browser that do not depend on the bridge.
func (l Launch) options() chromium.Options {
	return chromium.Options{
		Path: l.Chrome, UserDataDir: l.UserDataDir, Headless: l.Headless, Debug: l.Debug, Args: l.Args,
		NoSandbox: l.NoSandbox, RequireSandbox: l.RequireSandbox, Windowless: unmanaged(),
	}
}

func reason(err error) string {
	if err == nil {
		return "then restart bua"
	}
	return err.Error()
}

// launch is called with mu held.
func (l *browserLauncher) launch(ctx context.Context) (err error) {
	o := l.o.options()
	if err := l.target.prepare(&o); err != nil {
		return err
	}
	if l.browser, err = chromium.Launch(ctx, o); err != nil {
		return err
	}
	return l.target.started(l.browser)
}

// launchedAt is when the browser was last started.
func (l *browserLauncher) launchedAt() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.starts) == 0 {
		return time.Time{}
	}
	return l.starts[len(l.starts)-1]
}

func (l *browserLauncher) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.browser != nil {
		l.browser.Close()
	}
	l.target.remove()
}

// Browser is the browser that was launched, nil when there is none (yet).
func (m *Main) Browser() *chromium.Browser {
	if m.own == nil {
		return nil
	}
	m.own.mu.Lock()
	defer m.own.mu.Unlock()
	return m.own.browser
}
