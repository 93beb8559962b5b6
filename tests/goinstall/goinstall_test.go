package goinstall

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/zapvol/bua/build/release"
	"github.com/zapvol/bua/build/size"
)

const (
	root    = "../.."
	version = "1.8.7"
)

// TestGoInstall: a copy of this tree is committed, its version is tagged as the
// build tags it, a module proxy is made of the tag as the go command makes one,
// and a Go that knows that proxy and the module cache alone installs from it.
func TestGoInstall(t *testing.T) {
	size.LeaveToAll(t, size.Release)
	is := is.New(t)
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(release.Embedded), "bua.wasm")); err != nil {
		t.Skip("the extension is not built: go run ./build ui")
	}
	tree := copied(t)
	source, err := release.ReadSource(t.Context(), tree)
	is.NoErr(err)
	tag, err := release.Tag(t.Context(), tree, version, source)
	is.NoErr(err)
	proxy := t.TempDir()
	is.NoErr(serve(tree, proxy, tag))

	cache := output(t, root, nil, "go", "env", "GOMODCACHE")
	bin, fresh := t.TempDir(), t.TempDir()
	env := []string{
		"GOBIN=" + bin, "GOMODCACHE=" + fresh, "GOPROXY=file://" + proxy + ",file://" + filepath.Join(cache, "cache", "download"),
		"GOSUMDB=off", "GONOSUMDB=*", "GOFLAGS=-modcacherw -trimpath", "GOTOOLCHAIN=local", "GOWORK=off", "CGO_ENABLED=0", "GOVCS=*:off",
	}
	output(t, t.TempDir(), env, "go", "install", release.Module+"/backend/cmd/bua@"+tag)

	bua := filepath.Join(bin, "bua")
	said := output(t, bin, nil, bua, "version")
	is.True(strings.HasPrefix(said, "bua "+version+",")) // it knows its version, though nobody told the compiler
	out := filepath.Join(t.TempDir(), "extension")
	output(t, bin, nil, bua, "extension", "--out", out)
	for _, name := range []string{"manifest.json", "serviceworker.js", "engine.js", "pdf.js", "bua.wasm", "_locales/ja/messages.json"} {
		want, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(release.Embedded), filepath.FromSlash(name)))
		is.NoErr(err)
		got, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		is.NoErr(err)
		is.Equal(got, want) // byte for byte what was built
	}
}

// TestGoInstall_Untagged: a commit that is no version has no extension in it, and
// the zip of it is what says so.
func TestGoInstall_Untagged(t *testing.T) {
	size.LeaveToAll(t, size.Release)
	is := is.New(t)
	tree := copied(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "x.zip"))
	is.NoErr(err)
	defer file.Close()
	m := module.Version{Path: release.Module, Version: "v0.0.1"}
	is.NoErr(modzip.CreateFromVCS(file, m, tree, "HEAD", ""))
	checked, err := modzip.CheckZip(m, file.Name())
	is.NoErr(err)
	program := 0
	for _, name := range checked.Valid {
		is.True(!strings.HasSuffix(name, "bua.wasm"))
		if strings.HasSuffix(name, "backend/cmd/bua/main.go") {
			program++
		}
	}
	is.Equal(program, 1)
}

// copied is a repository of its own with this tree's files as they are now in
// one commit, and with the built extension, which git ignores there.
func copied(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	listed, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skip("this is no git checkout")
	}
	names := strings.Split(strings.TrimSuffix(string(listed), "\x00"), "\x00")
	built, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(release.Embedded), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range built {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			if err := os.CopyFS(filepath.Join(tree, rel), os.DirFS(path)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		names = append(names, rel)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		} else if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	who := []string{"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@a.test", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@a.test", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null"}
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "--all"}, {"commit", "--quiet", "--message", "all of it"}} {
		output(t, tree, who, append([]string{"git"}, args...)...)
	}
	return tree
}

// serve makes a folder that is a module proxy with one version in it, from the
// tag's commit, as the go command would from the repository.
func serve(tree, proxy, tag string) error {
	dir := filepath.Join(proxy, filepath.FromSlash(release.Module), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(dir, tag+".zip"))
	if err != nil {
		return err
	}
	if err := modzip.CreateFromVCS(file, module.Version{Path: release.Module, Version: tag}, tree, tag, ""); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]string{"Version": tag, "Time": "2026-11-23T12:00:00Z"})
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{tag + ".mod": mod, tag + ".info": info, "list": []byte(tag + "\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// output runs a program and returns what it says.
func output(t *testing.T, dir string, env []string, argv ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(fmt.Sprint(strings.Join(argv, " "), ": ", err, "\n", errs.String()))
	}
	return strings.TrimSpace(string(out))
}
