package release

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/zapvol/bua/build/archive"
)

//go:embed files
var templates embed.FS

func epoch(when time.Time) string { return strconv.FormatInt(when.Unix(), 10) }

// fill completes a template of this release.
func (r *release) fill(name string) ([]byte, error) {
	t := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		// url and sum are of an artefact that has been made.
		"url": func(name string) string { return Home + "/releases/download/v" + r.Version + "/" + name },
		"sum": func(name string) (string, error) {
			for _, f := range r.files {
				if f.Name == name {
					return Sum(f.Data), nil
				}
			}
			return "", fmt.Errorf("there is no artefact %s", name)
		},
		"archive": func(os, arch string) string { return r.archiveName(Platform{os, arch}) },
		"upper":   strings.ToUpper,
	})
	text, err := templates.ReadFile("files/" + name)
	if err != nil {
		return nil, err
	}
	if t, err = t.Parse(string(text)); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, struct{ Version, Home, Summary, Date string }{r.Version, Home, summary, r.When.Format(time.DateOnly)})
	return out.Bytes(), err
}

// elsewhere makes what other ways of installing read: Homebrew's formula,
// winget's manifests, the container's files, what Prometheus and Grafana take,
// the MCP registry's entry.
func (r *release) elsewhere(context.Context) error {
	for _, f := range []struct {
		name, to string
		of       []string // the systems whose archives it points at
	}{
		{"Containerfile", "Containerfile", nil},
		{"compose.yaml", "compose.yaml", nil},
		{"compose.nats.yaml", "compose.nats.yaml", nil},
		{"kubernetes.yaml", "kubernetes.yaml", nil},
		{"bua.rb", "homebrew/bua.rb", []string{"darwin", "linux"}},
		{"winget.yaml", "winget/zapvol.bua.yaml", []string{"windows"}},
		{"winget.installer.yaml", "winget/zapvol.bua.installer.yaml", []string{"windows"}},
		{"winget.locale.en-US.yaml", "winget/zapvol.bua.locale.en-US.yaml", []string{"windows"}},
	} {
		if !r.complete(f.of) {
			continue // a release for one machine alone
		}
		text, err := r.fill(f.name)
		if err != nil {
			return err
		}
		r.add(f.to, text)
	}
	for _, name := range []string{"monitoring/bua.dashboard.json", "monitoring/bua.rules.yaml"} {
		text, err := templates.ReadFile("files/" + name)
		if err != nil {
			return err
		}
		r.add(name, text)
	}
	return r.registry()
}

// complete reports whether there is a program for both processors of each system.
func (r *release) complete(systems []string) bool {
	for _, system := range systems {
		for _, p := range Platforms() {
			if p.OS == system && !slices.Contains(r.Platforms, p) {
				return false
			}
		}
	}
	return true
}

// bundle makes the MCP bundle of one platform: a program with what a host such
// as Claude Desktop is to know of it.
func (r *release) bundle(p Platform, name string, program []byte) error {
	host := map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32"}[p.OS]
	command := "${__dirname}/server/" + name
	manifest, err := json.MarshalIndent(map[string]any{
		"manifest_version": "0.3", "name": "bua", "display_name": "bua", "version": r.Version, "license": "Apache-2.0",
		"description":      summary,
		"long_description": strings.ReplaceAll(description, "\n", " "),
		"author":           map[string]any{"name": "zapvol", "url": Home},
		"homepage":         Home, "documentation": Home + "/blob/main/docs/guide/agents.md", "support": Home + "/issues",
		"repository":       map[string]any{"type": "git", "url": Home + ".git"},
		"privacy_policies": []string{Home + "/blob/main/docs/privacy.md"},
		"icon":             "icon.png",
		"tools":            []map[string]any{{"name": "browser", "description": "Open, read and work in web pages, in the browser that the person has paired"}},
		"compatibility":    map[string]any{"platforms": []string{host}},
		"server": map[string]any{"type": "binary", "entry_point": "server/" + name,
			"mcp_config": map[string]any{"command": command, "args": []string{"mcp", "--launch=${user_config.launch}"}, "env": map[string]string{}}},
		"user_config": map[string]any{"launch": map[string]any{"type": "boolean", "title": "A browser of its own", "default": false, "required": false,
			"description": "On: the agent gets a Chromium that bua starts. Off: the browser that you have paired."}},
	}, "", "  ")
	if err != nil {
		return err
	}
	files := []archive.File{
		{Name: "manifest.json", Data: append(manifest, '\n')},
		{Name: "server/" + name, Data: program, Exec: true},
		{Name: "LICENCES.txt", Data: r.licences},
	}
	for _, f := range r.Extension {
		if f.Name == "icons/128.png" {
			files = append(files, archive.File{Name: "icon.png", Data: f.Data})
		}
	}
	data, err := archive.Zip(files, r.When)
	r.add(r.bundleName(p), data)
	return err
}

func (r *release) bundleName(p Platform) string {
	return "bua-" + r.Version + "-" + p.String() + ".mcpb"
}

// registry makes the entry of the MCP registry.
func (r *release) registry() error {
	var packages []map[string]any
	for _, p := range r.Platforms {
		for _, f := range r.files {
			if f.Name == r.bundleName(p) {
				packages = append(packages, map[string]any{"registryType": "mcpb", "identifier": Home + "/releases/download/v" + r.Version + "/" + f.Name,
					"version": r.Version, "fileSha256": Sum(f.Data), "transport": map[string]string{"type": "stdio"}})
			}
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
		"name":    "io.github.zapvol/bua", "title": "bua", "description": summary, "version": r.Version, "websiteUrl": Home,
		"repository": map[string]string{"url": Home, "source": "github"}, "packages": packages,
	}, "", "  ")
	r.add("server.json", append(text, '\n'))
	return err
}
