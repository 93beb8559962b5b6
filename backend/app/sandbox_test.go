//go:build unix

package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// A browser without its sandbox is told of, once, and one whose sandbox cannot
// work is told of at once instead of when the patience is over.
func TestLaunch_Sandbox(t *testing.T) {
	is := is.New(t)
	browser := filepath.Join(t.TempDir(), "browser")
	is.NoErr(os.WriteFile(browser, []byte("#!/bin/sh\necho '[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!' >&2\nexit 1\n"), 0o755))
	extension := t.TempDir()
	is.NoErr(os.WriteFile(filepath.Join(extension, "manifest.json"), []byte(`{"manifest_version":3}`), 0o600))
	var said coretest.Output
	m := startWith(t, Options{Private: true, Log: slog.New(slog.NewTextHandler(&said, nil)),
		Launch: &Launch{Chrome: browser, Extension: extension, Headless: true, NoSandbox: true}, Bridge: &fakeBridge{}})
	_, err := m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.True(strings.Contains(err.Error(), "user namespaces"))
	_, err = m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
	is.True(err != nil)
	is.Equal(strings.Count(said.String(), "runs without its sandbox"), 1)
	is.True(strings.Contains(said.String(), "--no-sandbox was given"))
	is.Equal(m.status(Local).Unsandboxed, "--no-sandbox was given")

	_, err = New(Options{Home: Home(t.TempDir()), Launch: &Launch{NoSandbox: true, RequireSandbox: true}})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
}

// The strict profile starts no browser without its sandbox.
func TestLaunch_StrictRequiresTheSandbox(t *testing.T) {
	l := &Launch{NoSandbox: true}
	_, err := New(Options{Home: Home(t.TempDir()), Launch: l, Direct: &Direct{Profile: "strict"}})
	is.New(t).True(err != nil && strings.Contains(err.Error(), "sandbox"))
	l = &Launch{NoSandbox: true}
	o := Options{Home: Home(t.TempDir()), Launch: l, Direct: &Direct{}}
	is.New(t).NoErr(o.check())
	is.New(t).True(!l.RequireSandbox) // the default profile is as it was
}
