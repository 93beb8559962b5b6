//go:build unix

package chromium

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"
)

// fake makes a "browser" of a shell script.
func fake(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func ended(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("the browser did not end")
	}
}

func TestFind(t *testing.T) {
	is := is.New(t)
	_, err := Find("/nowhere/chromium")
	is.True(err != nil && strings.Contains(err.Error(), "--chrome"))
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(""); err != nil {
		is.True(errors.Is(err, ErrNotFound))
	}
}

func TestLaunch(t *testing.T) {
	t.Run("Close ends the browser and removes a temporary profile", func(t *testing.T) {
		is := is.New(t)
		b, err := Launch(context.Background(), Options{Path: fake(t, "exec sleep 100")})
		is.NoErr(err)
		b.Close()
		b.Close()
		ended(t, b.Done())
		_, err = os.Stat(b.UserDataDir)
		is.True(errors.Is(err, os.ErrNotExist))
	})
	t.Run("a given profile stays", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		b, err := Launch(context.Background(), Options{Path: fake(t, "exec sleep 100"), UserDataDir: dir})
		is.NoErr(err)
		b.Close()
		_, err = os.Stat(dir)
		is.NoErr(err)
	})
	t.Run("a browser that ends at once says why", func(t *testing.T) {
		is := is.New(t)
		_, err := Launch(context.Background(), Options{Path: fake(t, "echo no display >&2; exit 1"), Debug: true})
		is.True(err != nil && strings.Contains(err.Error(), "no display"))
	})
	t.Run("one that ends by itself is known to have ended", func(t *testing.T) {
		is := is.New(t)
		b, err := Launch(context.Background(), Options{Path: fake(t, "exit 0")})
		is.NoErr(err)
		ended(t, b.Done())
		b.Close()
	})
}

// A launcher that is killed cannot close its browser; the browser ends anyway.
// TestLaunch_Branded: Google Chrome is refused before it starts where an extension is to be
// loaded, since it would start without.
func TestLaunch_Branded(t *testing.T) {
	for version, refused := range map[string]bool{"Google Chrome 150.0.1.2": true, "Google Chrome 136.0.1.2": false, "Google Chrome for Testing 150.0.1.2": false} {
		is := is.New(t)
		dir := t.TempDir()
		path := filepath.Join(dir, "google-chrome")
		is.NoErr(os.WriteFile(path, []byte("#!/bin/sh\n[ \"$1\" = --version ] && echo '"+version+"' || echo started > "+dir+"/started\n"), 0o755))
		b, err := Launch(t.Context(), Options{Path: path, Extension: dir, UserDataDir: dir, NoSandbox: true})
		if err == nil {
			<-b.Done()
			b.Close()
		}
		_, started := os.Stat(filepath.Join(dir, "started"))
		is.Equal(err != nil && strings.Contains(err.Error(), "loads no extension by a switch"), refused)
		is.Equal(started != nil, refused)
	}
}

func TestLaunch_EndsWithAKilledLauncher(t *testing.T) {
	if os.Getenv("BUA_LAUNCHER") != "" {
		b, err := Launch(context.Background(), Options{Path: os.Getenv("BUA_LAUNCHER"), UserDataDir: os.Getenv("BUA_PROFILE")})
		if err != nil {
			panic(err)
		}
		_ = os.WriteFile(filepath.Join(b.UserDataDir, "pid"), []byte(strconv.Itoa(b.Pid())), 0o600)
		select {}
	}
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("only Linux tells a child that its parent died")
	}
	is := is.New(t)
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", t.Name())
	cmd.Env = append(os.Environ(), "BUA_LAUNCHER="+fake(t, "exec sleep 100"), "BUA_PROFILE="+dir)
	is.NoErr(cmd.Start())
	pid := 0
	for pid == 0 {
		data, _ := os.ReadFile(filepath.Join(dir, "pid"))
		pid, _ = strconv.Atoi(string(data))
		time.Sleep(10 * time.Millisecond)
	}
	is.NoErr(cmd.Process.Kill())
	_ = cmd.Wait()
	for range 500 {
		if gone(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Fatal("the browser outlived its launcher")
}

// gone reports whether a process has ended; a zombie that nobody reaped has.
func gone(pid int) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true
	}
	_, state, _ := strings.Cut(string(data), ") ")
	return strings.HasPrefix(state, "Z")
}

func TestUnsandboxed(t *testing.T) {
	for _, row := range []struct {
		name string
		o    Options
		user int
		why  string
	}{
		{"nobody asked for it", Options{}, 1000, ""},
		{"a system whose users have no number", Options{}, -1, ""},
		{"root", Options{}, 0, "root"},
		{"the flag", Options{NoSandbox: true}, 1000, "--no-sandbox was given"},
		{"a switch", Options{Args: []string{"--mute-audio", "--no-sandbox"}}, 1000, "--no-sandbox was given"},
		{"a switch with one dash", Options{Args: []string{"-no-sandbox"}}, 1000, "--no-sandbox was given"},
		{"a switch with a value", Options{Args: []string{"--disable-setuid-sandbox=1"}}, 1000, "--disable-setuid-sandbox was given"},
		{"a switch that only looks like it", Options{Args: []string{"--no-sandbox-and-elevated"}}, 1000, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			why, err := row.o.unsandboxed(row.user)
			is.NoErr(err)
			is.True(strings.Contains(why, row.why) && (row.why != "" || why == ""))
			is.Equal(slices.Contains(flags(row.o, "x", why != ""), "--no-sandbox"), why != "") // the switch is there for a reason that is told
			row.o.RequireSandbox = true
			_, err = row.o.unsandboxed(row.user)
			is.Equal(errors.Is(err, ErrUnsandboxed), row.why != "")
		})
	}
}

func TestLaunch_RequireSandbox(t *testing.T) {
	is := is.New(t)
	ran := filepath.Join(t.TempDir(), "ran")
	_, err := Launch(context.Background(), Options{Path: fake(t, "touch "+ran), NoSandbox: true, RequireSandbox: true})
	is.True(errors.Is(err, ErrUnsandboxed))
	_, err = os.Stat(ran)
	is.True(errors.Is(err, os.ErrNotExist)) // nothing was started
}

func TestLaunch_SaysWhatToDoWhenTheSandboxCannotWork(t *testing.T) {
	const said = "[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+"
	t.Run("at once", func(t *testing.T) {
		is := is.New(t)
		_, err := Launch(context.Background(), Options{Path: fake(t, "echo '"+said+"' >&2; exit 1"), Debug: true})
		is.True(errors.Is(err, ErrSandbox))
		is.True(strings.Contains(err.Error(), "user namespaces") && strings.Contains(err.Error(), "--no-sandbox"))
	})
	t.Run("when it is looked at", func(t *testing.T) {
		is := is.New(t)
		b, err := Launch(context.Background(), Options{Path: fake(t, "read x; echo '"+said+"' >&2; exit 1")})
		is.NoErr(err)
		defer b.Close()
		ended(t, b.Done())
		is.True(errors.Is(b.Ended(), ErrSandbox))
	})
	t.Run("another reason", func(t *testing.T) {
		is := is.New(t)
		b, err := Launch(context.Background(), Options{Path: fake(t, "echo no display >&2; exit 1")})
		is.NoErr(err)
		defer b.Close()
		ended(t, b.Done())
		is.True(strings.Contains(b.Ended().Error(), "no display") && !errors.Is(b.Ended(), ErrSandbox))
	})
}

// A browser without a window loads no pages for what its address bar suggests; where a
// person may type there it does.
func TestFlags_suggestions(t *testing.T) {
	for _, headless := range []bool{true, false} {
		is := is.New(t)
		all := strings.Join(flags(Options{Headless: headless}, "x", false), " ")
		is.Equal(strings.Count(all, "--disable-features="), 1) // the browser takes the last one alone
		is.Equal(strings.Contains(all, "WebUIOmniboxPopup"), headless)
		is.Equal(strings.Contains(all, "WebUIOmniboxAimPopup"), headless)
	}
}
