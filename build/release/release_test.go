package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/archive"
	"github.com/zapvol/bua/build/bill"
	"github.com/zapvol/bua/build/crx"
	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/build/toolchain"
)

const root = "../.."

var when = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// options is a release of a small program and of this extension as far as it is
// in the repository: what is compiled and bundled is not what is tested here.
func options(t *testing.T, key *rsa.PrivateKey) Options {
	t.Helper()
	is := is.New(t)
	abs, err := filepath.Abs(root)
	is.NoErr(err)
	tools := &toolchain.Tools{Root: abs, Say: progress.New(os.Stderr)}
	packager, err := tools.Packager(t.Context())
	is.NoErr(err)
	var extension []archive.File
	for _, dir := range []string{"icons", "_locales"} {
		files, err := archive.Dir(filepath.Join(root, dir))
		is.NoErr(err)
		extension = append(extension, archive.Below(dir, files)...)
	}
	for _, name := range []string{"manifest.json", "managed.json"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		is.NoErr(err)
		extension = append(extension, archive.File{Name: name, Data: data})
	}
	npm, err := bill.NPM(abs)
	is.NoErr(err)
	for i := range npm {
		npm[i] = npm[i].With("the text of its licence")
	}
	return Options{
		Root: abs, Source: Source{Commit: strings.Repeat("0123456789", 4), When: when}, Version: "1.2.3", Extension: extension, Key: key,
		Manual: []archive.File{{Name: "man/bua.1", Data: []byte(".TH")}, {Name: "completions/_bua", Data: []byte("z")}, {Name: "completions/bua.bash", Data: []byte("b")},
			{Name: "completions/bua.fish", Data: []byte("f")}, {Name: "completions/bua.ps1", Data: []byte("p")}},
		Packager: packager, Platforms: Platforms(), Parts: npm, Compilers: map[string]string{"go": "go1"},
		Build: func(_ context.Context, p Platform, out string) error {
			return os.WriteFile(out, []byte("a program for "+p.String()), 0o700)
		},
	}
}

func made(t *testing.T, o Options) map[string][]byte {
	t.Helper()
	files, err := Make(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	set := map[string][]byte{}
	for _, f := range files {
		set[f.Name] = f.Data
	}
	return set
}

func TestMake(t *testing.T) {
	is := is.New(t)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	is.NoErr(err)
	o := options(t, key)
	files, err := Make(t.Context(), o)
	is.NoErr(err)
	t.Setenv("TZ", "Asia/Tokyo")
	t.Setenv("TMPDIR", t.TempDir())
	again, err := Make(t.Context(), o)
	is.NoErr(err)
	is.Equal(Differences(files, again), nil) // the same bytes, packages of other tools included

	set := made(t, o)
	t.Run("the .crx is signed, and update.xml leads to it", func(t *testing.T) {
		is := is.New(t)
		opened, err := crx.Open(set["bua-extension-1.2.3.crx"])
		is.NoErr(err)
		is.True(bytes.Contains(set["update.xml"], []byte(`appid="`+opened.ID+`"`)))
		is.True(bytes.Contains(set["update.xml"], []byte(`codebase="https://github.com/zapvol/bua/releases/latest/download/bua-extension-1.2.3.crx"`)))
		is.Equal(bytes.Contains(set["update.xml"], []byte("Nothing is published at this address yet.")), !Published)
		own := o
		own.URL, own.Platforms = "https://updates.example.com/bua", Platforms()[:1]
		is.True(!bytes.Contains(made(t, own)["update.xml"], []byte("<!--"))) // there it is the organisation's word
		manifest, err := os.ReadFile(filepath.Join(root, "manifest.json"))
		is.NoErr(err)
		is.True(bytes.Contains(manifest, []byte(`"minimum_chrome_version": "`+minimumChrome+`"`))) // update.xml says the same
	})
	t.Run("the policies install it from there", func(t *testing.T) {
		is := is.New(t)
		opened, err := crx.Open(set["bua-extension-1.2.3.crx"])
		is.NoErr(err)
		for _, name := range []string{"linux/bua.json", "macos/bua.mobileconfig", "windows/bua.reg"} {
			is.True(bytes.Contains(set["policies/"+name], []byte(opened.ID)))
			is.True(bytes.Contains(set["policies/"+name], []byte("https://github.com/zapvol/bua/releases/latest/download/update.xml")))
		}
		is.True(bytes.Contains(set["policies/windows/bua.admx"], []byte(opened.ID)))
		is.True(len(set["policies/windows/en-US/bua.adml"]) > 0 && len(set["policies/google/bua.json"]) > 0)
	})
	t.Run("the checksums are of all files and good", func(t *testing.T) {
		is := is.New(t)
		dir := filepath.Join(t.TempDir(), "out")
		is.NoErr(Write(dir, files, when))
		n := 0
		for line := range strings.Lines(string(set["SHA256SUMS"])) {
			sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
			data, err := os.ReadFile(filepath.Join(dir, name))
			is.NoErr(err)
			is.Equal(Sum(data), sum)
			n++
		}
		is.Equal(n, len(set)-1) // all but itself
	})
	t.Run("the provenance is of all files", func(t *testing.T) {
		is := is.New(t)
		var p struct {
			Type    string `json:"_type"`
			Subject []struct {
				Name   string
				Digest map[string]string
			}
			Predicate struct {
				BuildDefinition struct {
					ResolvedDependencies []struct{ Digest map[string]string }
				}
			}
		}
		is.NoErr(json.Unmarshal(set["provenance.intoto.json"], &p))
		is.Equal(len(p.Subject), len(set)-2) // all but itself and the checksums, which come after it
		for _, s := range p.Subject {
			is.Equal(s.Digest["sha256"], Sum(set[s.Name]))
		}
		is.Equal(p.Predicate.BuildDefinition.ResolvedDependencies[0].Digest["gitCommit"], o.Commit)
	})
	t.Run("what points at an archive has its hash", func(t *testing.T) {
		is := is.New(t)
		for file, platforms := range map[string][]Platform{
			"homebrew/bua.rb":                     {{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}},
			"winget/zapvol.bua.installer.yaml":    {{"windows", "amd64"}, {"windows", "arm64"}},
			"winget/zapvol.bua.yaml":              nil,
			"winget/zapvol.bua.locale.en-US.yaml": nil,
		} {
			text := strings.ToLower(string(set[file]))
			is.True(strings.Contains(text, "1.2.3") && !strings.Contains(text, "{{"))
			for _, p := range platforms {
				name := (&release{Options: o}).archiveName(p)
				is.True(strings.Contains(text, name) && strings.Contains(text, Sum(set[name])))
			}
		}
		var entry struct {
			Name, Description string
			Packages          []struct{ Identifier, FileSha256 string }
		}
		is.NoErr(json.Unmarshal(set["server.json"], &entry))
		is.True(regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).MatchString(entry.Name))
		is.True(len(entry.Description) <= 100) // the registry's limit
		is.Equal(len(entry.Packages), len(o.Platforms))
		for _, p := range entry.Packages {
			is.Equal(p.FileSha256, Sum(set[p.Identifier[strings.LastIndex(p.Identifier, "/")+1:]]))
		}
	})
	t.Run("an MCP bundle starts its own program", func(t *testing.T) {
		is := is.New(t)
		for _, p := range o.Platforms {
			in, err := archive.Unzip(set["bua-1.2.3-"+p.String()+".mcpb"])
			is.NoErr(err)
			var m struct {
				Server struct {
					Type       string
					EntryPoint string                   `json:"entry_point"`
					Config     struct{ Command string } `json:"mcp_config"`
				}
				Icon string
			}
			at := slices.IndexFunc(in, func(f archive.File) bool { return f.Name == "manifest.json" })
			is.NoErr(json.Unmarshal(in[at].Data, &m))
			is.Equal(m.Server.Config.Command, "${__dirname}/"+m.Server.EntryPoint)
			at = slices.IndexFunc(in, func(f archive.File) bool { return f.Name == m.Server.EntryPoint })
			is.True(at >= 0 && in[at].Exec && string(in[at].Data) == "a program for "+p.String())
			is.True(slices.ContainsFunc(in, func(f archive.File) bool { return f.Name == m.Icon }))
		}
	})
	t.Run("an archive has the program, the manual and the licences", func(t *testing.T) {
		is := is.New(t)
		r, err := gzip.NewReader(bytes.NewReader(set["bua-1.2.3-linux-arm64.tar.gz"]))
		is.NoErr(err)
		modes := map[string]int64{}
		for tr := tar.NewReader(r); ; {
			h, err := tr.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			is.NoErr(err)
			is.True(h.ModTime.Equal(when))
			modes[h.Name] = h.Mode
		}
		is.Equal(modes["bua-1.2.3/bua"], int64(0o755))
		for _, name := range []string{"man/bua.1", "completions/_bua", "systemd/bua.service", "LICENCES.txt", "README.md"} {
			is.Equal(modes["bua-1.2.3/"+name], int64(0o644))
		}
	})
	t.Run("the container takes the archive that is there", func(t *testing.T) {
		is := is.New(t)
		text := string(set["Containerfile"])
		is.True(strings.Contains(text, "ADD --chown=0:0 bua-1.2.3-linux-${TARGETARCH}.tar.gz /opt/"))
		is.True(strings.Contains(text, `ENTRYPOINT ["/opt/bua-1.2.3/bua"]`))
		is.True(regexp.MustCompile(`(?m)^USER nonroot$`).MatchString(text))
		is.True(strings.Contains(string(set["compose.yaml"]), "image: bua:1.2.3"))
	})
	t.Run("Debian's tools read the .deb", func(t *testing.T) {
		dpkg(t, set["bua_1.2.3-1_amd64.deb"])
	})
}

// TestDeployed: Kubernetes and Compose take what a release has for them, as far as
// their schemas say, and a word that they do not know is noticed.
func TestDeployed(t *testing.T) {
	size.LeaveToAll(t, size.Release)
	is := is.New(t)
	abs, err := filepath.Abs(root)
	is.NoErr(err)
	tools := &toolchain.Tools{Root: abs, Say: progress.New(os.Stderr)}
	program, err := tools.Manifests(t.Context())
	is.NoErr(err)
	r := &release{Options: Options{Version: "1.2.3", Source: Source{When: when}}}
	dir := t.TempDir()
	check := func(name string, text []byte) (string, error) {
		file := filepath.Join(dir, name)
		is.NoErr(os.WriteFile(file, text, 0o600))
		out, err := exec.CommandContext(t.Context(), program, file).CombinedOutput()
		return string(out), err
	}
	for name, wrong := range map[string][2]string{
		"kubernetes.yaml":   {"replicas: 3", "replicas: three"},
		"compose.yaml":      {"restart:", "restarts:"},
		"compose.nats.yaml": {"networks: [within, out]", "networks: [without, out]"},
	} {
		text, err := r.fill(name)
		is.NoErr(err)
		out, err := check(name, text)
		if err != nil {
			t.Error(out)
		}
		t.Log(strings.TrimSpace(out))
		broken := bytes.Replace(text, []byte(wrong[0]), []byte(wrong[1]), 1)
		is.True(!bytes.Equal(broken, text))
		out, err = check(name, broken)
		if err == nil {
			t.Errorf("%s in the place of %s: %s", wrong[1], wrong[0], out)
		}
	}
	text, err := r.fill("kubernetes.yaml")
	is.NoErr(err)
	_, err = check("kubernetes.yaml", bytes.Replace(text, []byte("readinessProbe:"), []byte("readynessProbe:"), 1))
	is.True(err != nil)
}

// dpkg has Debian's own tool say what is in a package.
func dpkg(t *testing.T, deb []byte) {
	t.Helper()
	is := is.New(t)
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("there is no dpkg-deb here")
	}
	file := filepath.Join(t.TempDir(), "bua.deb")
	is.NoErr(os.WriteFile(file, deb, 0o644))
	fields, err := exec.Command("dpkg-deb", "--field", file).CombinedOutput()
	is.NoErr(err)
	for _, want := range []string{"Package: bua\n", "Version: 1.2.3-1\n", "Architecture: amd64\n", "Maintainer: " + maintainer + "\n", "Suggests: chromium\n"} {
		is.True(strings.Contains(string(fields), want))
	}
	is.True(!strings.Contains(string(fields), "Depends:")) // one static program
	in, err := exec.Command("dpkg-deb", "--contents", file).CombinedOutput()
	is.NoErr(err)
	for _, want := range []string{
		"-rwxr-xr-x root/root ", " ./usr/bin/bua\n", " ./usr/lib/systemd/user/bua.service\n", " ./usr/share/man/man1/bua.1.gz\n", " ./usr/share/doc/bua/copyright\n",
		" ./usr/share/bash-completion/completions/bua\n", " ./usr/share/zsh/vendor-completions/_bua\n", " ./usr/share/fish/vendor_completions.d/bua.fish\n",
	} {
		if !strings.Contains(string(in), want) {
			t.Errorf("the package has no %q:\n%s", want, in)
		}
	}
	is.True(!strings.Contains(string(in), "site-functions")) // which is the other family's
}

// A tree that has changes has no provenance: it would not be true.
func TestMake_Changed(t *testing.T) {
	is := is.New(t)
	o := options(t, nil)
	o.Changed, o.Platforms = true, Platforms()[:1]
	set := made(t, o)
	is.Equal(set["homebrew/bua.rb"], nil) // one platform is less than what it names
	is.True(set["Containerfile"] != nil)
	is.Equal(set["provenance.intoto.json"], nil)
	is.Equal(set["update.xml"], nil) // and nothing is signed without a key
	is.True(len(set["SHA256SUMS"]) > 0)
}

func TestReadSource(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	t.Setenv("SOURCE_DATE_EPOCH", "")
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	_, err := ReadSource(t.Context(), dir)
	is.True(err != nil && strings.Contains(err.Error(), "SOURCE_DATE_EPOCH")) // no date is made up
	t.Setenv("SOURCE_DATE_EPOCH", "1000000000")
	s, err := ReadSource(t.Context(), dir)
	is.NoErr(err)
	is.Equal(s, Source{When: time.Unix(1000000000, 0).UTC()})
	repository(t, dir, map[string]string{"a": "b"})
	s, err = ReadSource(t.Context(), dir)
	is.NoErr(err)
	is.Equal(s.When.Unix(), int64(1000000000)) // the environment wins
	is.True(len(s.Commit) == 40 && !s.Changed)
	t.Setenv("SOURCE_DATE_EPOCH", "")
	is.NoErr(os.WriteFile(filepath.Join(dir, "new"), nil, 0o644))
	s, err = ReadSource(t.Context(), dir)
	is.NoErr(err)
	is.True(s.Changed)
	is.Equal(s.When.Unix(), int64(1795435200)) // the commit's
}

// repository makes a git repository with one commit.
func repository(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "--all"}, {"commit", "--quiet", "--message", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@a.test", "GIT_COMMITTER_NAME=c", "GIT_COMMITTER_EMAIL=c@c.test",
			"GIT_AUTHOR_DATE=1795435200 +0900", "GIT_COMMITTER_DATE=1795435200 +0900", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// The tag's commit has the extension, which git ignores; the branch, the index
// and the tree are as they were, and the same again is the same commit.
func TestTag(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	repository(t, dir, map[string]string{"go.mod": "module x\n", ".gitignore": "/" + Embedded + "/*\n"})
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	t.Setenv("GIT_COMMITTER_NAME", "someone else")
	t.Setenv("GIT_COMMITTER_EMAIL", "else@a.test")
	s, err := ReadSource(t.Context(), dir)
	is.NoErr(err)
	_, err = Tag(t.Context(), dir, "1.0.0", s)
	is.True(err != nil) // nothing is built
	for i := range 6 {
		path := filepath.Join(dir, filepath.FromSlash(Embedded), fmt.Sprint("f", i))
		is.NoErr(os.MkdirAll(filepath.Dir(path), 0o755))
		is.NoErr(os.WriteFile(path, []byte{byte(i)}, 0o644))
	}
	head := git("rev-parse", "HEAD")
	tag, err := Tag(t.Context(), dir, "1.0.0", s)
	is.NoErr(err)
	is.Equal(tag, "v1.0.0")
	is.True(strings.Contains(git("ls-tree", "-r", "--name-only", tag), Embedded+"/f5"))
	is.Equal(git("rev-parse", tag+"^"), head)
	is.Equal(git("rev-parse", "HEAD"), head)
	is.Equal(git("status", "--porcelain"), "")
	first := git("rev-parse", tag+"^{commit}")
	_, err = Tag(t.Context(), dir, "1.0.0", s)
	is.NoErr(err) // again, the same
	git("tag", "--delete", tag)
	_, err = Tag(t.Context(), dir, "1.0.0", s)
	is.NoErr(err)
	is.Equal(git("rev-parse", tag+"^{commit}"), first)
	is.NoErr(os.WriteFile(filepath.Join(dir, filepath.FromSlash(Embedded), "f5"), []byte("other"), 0o644))
	_, err = Tag(t.Context(), dir, "1.0.0", s)
	is.True(err != nil && strings.Contains(err.Error(), "published once"))
	s.Changed = true
	_, err = Tag(t.Context(), dir, "1.0.1", s)
	is.True(err != nil && strings.Contains(err.Error(), "commit first"))
}
