package release

import (
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/build/archive"
	"github.com/zapvol/bua/build/command"
)

// maintainer is whom a distribution's tools name.
const maintainer = "zapvol <zapvol@users.noreply.github.com>"

// content is one file of a package, in the packager's own terms.
type content struct {
	From     string `json:"src"`
	To       string `json:"dst"`
	Packager string `json:"packager,omitempty"`
	Info     struct {
		Mode int    `json:"mode"`
		Date string `json:"mtime"`
	} `json:"file_info"`
}

// packages makes the .deb and the .rpm of one platform. dir is a folder of its
// own with the program in it.
func (r *release) packages(ctx context.Context, p Platform, dir string) error {
	files, err := r.installed()
	if err != nil {
		return err
	}
	program := content{From: filepath.Join(dir, "bua"), To: "/usr/bin/bua"}
	program.Info.Mode, program.Info.Date = 0o755, r.When.Format(time.RFC3339)
	contents := []content{program}
	for _, f := range files {
		c := content{From: filepath.Join(dir, "files", filepath.FromSlash(f.Name)), To: "/" + f.Name}
		c.Info.Mode, c.Info.Date = 0o644, program.Info.Date
		switch { // where the two families look for the completions of zsh
		case strings.Contains(f.Name, "/vendor-completions/"):
			c.Packager = "deb"
		case strings.Contains(f.Name, "/site-functions/"):
			c.Packager = "rpm"
		}
		if err := os.MkdirAll(filepath.Dir(c.From), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(c.From, f.Data, 0o644); err != nil {
			return err
		}
		contents = append(contents, c)
	}
	// JSON is YAML, too, which is what the packager reads.
	text, err := json.Marshal(map[string]any{
		"name": "bua", "arch": p.Arch, "platform": "linux", "version": r.Version, "release": "1", "section": "web", "priority": "optional",
		"maintainer": maintainer, "vendor": "zapvol", "homepage": Home, "license": "Apache-2.0", "mtime": program.Info.Date, "disable_globbing": true,
		"description": summary + "\n" + description, "suggests": []string{"chromium"}, "contents": contents,
		"rpm": map[string]any{"summary": summary, "buildhost": "bua", "compression": "gzip", "packager": maintainer},
		"deb": map[string]any{"compression": "gzip"},
	})
	if err != nil {
		return err
	}
	config := filepath.Join(dir, "nfpm.yaml")
	if err := os.WriteFile(config, text, 0o644); err != nil {
		return err
	}
	for _, format := range []string{"deb", "rpm"} {
		out := filepath.Join(dir, "bua."+format)
		_, err := command.Run(ctx, command.Cmd{Dir: dir, Argv: []string{r.Packager, config, format, out},
			Env: []string{"SOURCE_DATE_EPOCH=" + epoch(r.When), "TZ=UTC"}})
		if err != nil {
			return err
		}
		data, err := os.ReadFile(out)
		if err != nil {
			return err
		}
		r.add(r.packageName(p, format), data)
	}
	return nil
}

// packageName is as each family names its packages.
func (r *release) packageName(p Platform, format string) string {
	if format == "deb" {
		return "bua_" + r.Version + "-1_" + p.Arch + ".deb"
	}
	return "bua-" + r.Version + "-1." + map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[p.Arch] + ".rpm"
}

const (
	summary     = "Lets an AI agent work in the browser you are logged in to"
	description = "bua connects an AI agent (over MCP, HTTP or the command line) to your own\nChromium, through an extension that you can watch and stop. The extension\ndecides what the agent may touch."
)

// installed are the files of a package besides the program, by their paths.
func (r *release) installed() ([]archive.File, error) {
	unit, err := r.fill("bua.service")
	if err != nil {
		return nil, err
	}
	list := []archive.File{
		{Name: "usr/lib/systemd/user/bua.service", Data: unit},
		{Name: "usr/share/doc/bua/copyright", Data: r.licences},
	}
	for _, f := range r.Manual {
		base := path.Base(f.Name)
		switch {
		case strings.HasPrefix(f.Name, "man/"):
			packed, err := archive.Gzip(f.Data)
			if err != nil {
				return nil, err
			}
			list = append(list, archive.File{Name: "usr/share/man/man1/" + base + ".gz", Data: packed})
		case base == "bua.bash":
			list = append(list, archive.File{Name: "usr/share/bash-completion/completions/bua", Data: f.Data})
		case base == "bua.fish":
			list = append(list, archive.File{Name: "usr/share/fish/vendor_completions.d/bua.fish", Data: f.Data})
		case base == "_bua":
			list = append(list, archive.File{Name: "usr/share/zsh/vendor-completions/_bua", Data: f.Data}, archive.File{Name: "usr/share/zsh/site-functions/_bua", Data: f.Data})
		}
	}
	return list, nil
}
