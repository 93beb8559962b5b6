package chromium

import (
	"errors"
	"os"
	"strings"
)

// The reasons for which a browser runs without its sandbox.
const (
	whyRoot = "bua runs as root, as whom Chromium does not start with it; run bua as another user"
	whyFlag = "--no-sandbox was given"
)

// ErrUnsandboxed says that a browser was not started because it would have run
// without its sandbox.
var ErrUnsandboxed = errors.New("the browser is not started without its sandbox here")

// ErrSandbox says that a browser ended because its sandbox cannot work on this
// machine.
var ErrSandbox = errors.New("the browser's sandbox cannot work on this machine, because user namespaces are off for it: " +
	"switch them on (sysctl -w kernel.unprivileged_userns_clone=1, on Ubuntu sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, in a container its seccomp profile), " +
	"or install the browser's setuid helper (Debian: apt-get install chromium-sandbox); where only pages are opened that you trust, give --no-sandbox")

// weakening are the switches that take the sandbox away, or a part of it.
var weakening = []string{"no-sandbox", "disable-setuid-sandbox", "disable-namespace-sandbox", "disable-seccomp-filter-sandbox",
	"disable-gpu-sandbox", "no-zygote-sandbox", "no-zygote", "single-process", "disable-win32k-lockdown", "allow-third-party-modules"}

// Unsandboxed says why a browser with these options would run without its
// sandbox, "" when it would not. Error: [ErrUnsandboxed] where that is not
// allowed.
func (o Options) Unsandboxed() (why string, err error) { return o.unsandboxed(os.Geteuid()) }

// unsandboxed is Unsandboxed for a user, -1 where users have no number.
func (o Options) unsandboxed(user int) (why string, err error) {
	switch {
	case o.NoSandbox:
		why = whyFlag
	case user == 0:
		why = whyRoot
	}
	for _, a := range o.Args {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		for _, w := range weakening {
			if name == w {
				why = "the browser's switch --" + w + " was given"
			}
		}
	}
	if why != "" && o.RequireSandbox {
		return why, errors.Join(ErrUnsandboxed, errors.New(why))
	}
	return why, nil
}

// complaints are what a browser says when its sandbox cannot work.
var complaints = []string{"No usable sandbox", "Failed to move to new namespace", "is not configured correctly. Rather than run without sandboxing"}

// Ended returns why the browser ended, as far as it is known; nil while it runs.
// Error: [ErrSandbox].
func (b *Browser) Ended() error {
	select {
	case <-b.done:
	default:
		return nil
	}
	said := b.stderr.String()
	for _, c := range complaints {
		if strings.Contains(said, c) {
			return ErrSandbox
		}
	}
	return errors.New("it ended by itself: " + strings.TrimSpace(said))
}
