package site

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func made(t *testing.T, root string) map[string]string {
	t.Helper()
	files, err := Make(Options{Root: root, Home: "https://example.test/tree", Version: "1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]string{}
	for _, f := range files {
		set[f.Name] = string(f.Data)
	}
	return set
}

var (
	attribute = regexp.MustCompile(`\s(?:href|src|srcset)="([^"]*)"`)
	named     = regexp.MustCompile(`\sid="([^"]*)"`)
	tag       = regexp.MustCompile(`<[a-zA-Z][a-zA-Z0-9]*\s[^>]*>`)
)

// Every link of every page leads to a file of the site, and its anchor to an
// element there: the tree's own documents, as the readers of the site meet them.
func TestMake_EveryLinkLeadsSomewhere(t *testing.T) {
	is := is.New(t)
	set := made(t, "../..")
	names := map[string]map[string]bool{}
	for name, text := range set {
		names[name] = map[string]bool{}
		for _, found := range tag.FindAllString(text, -1) {
			for _, id := range named.FindAllStringSubmatch(found, -1) {
				if names[name][id[1]] {
					t.Errorf("%s: %q is the name of two elements", name, id[1])
				}
				names[name][id[1]] = true
			}
		}
	}
	links := 0
	for name, text := range set {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, found := range tag.FindAllString(text, -1) {
			for _, link := range attribute.FindAllStringSubmatch(found, -1) {
				if strings.Contains(link[1], "://") || strings.HasPrefix(link[1], "mailto:") {
					is.True(strings.HasPrefix(found, "<a ")) // nothing of another host is loaded, only linked
					continue
				}
				links++
				file, anchor, _ := strings.Cut(link[1], "#")
				to := name
				if file != "" {
					to = path.Join(path.Dir(name), file)
				}
				if _, there := set[to]; !there {
					t.Errorf("%s links to %s, and there is no %s", name, link[1], to)
				} else if anchor != "" && !names[to][anchor] {
					t.Errorf("%s links to %s, and nothing there has that name", name, link[1])
				}
			}
		}
	}
	is.True(links > 1000)
	for _, script := range []string{"search.js", "site.css"} {
		is.True(!strings.Contains(set[script], "://")) // no other host here either
	}
	for _, page := range []string{"index.html", "docs/guide/index.html", "docs/guide/install.html", "docs/adr/index.html", reference} {
		is.True(strings.Contains(set[page], "<h1")) // page
	}
}

// The reference has every action of the wire, and every member of each.
func TestReference(t *testing.T) {
	is := is.New(t)
	text, err := os.ReadFile("../../" + wire)
	is.NoErr(err)
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Enum []any }
			OneOf      []struct {
				Ref string `json:"$ref"`
			}
		} `json:"$defs"`
	}
	is.NoErr(json.Unmarshal(text, &schema))
	page := made(t, "../..")[reference]
	actions := schema.Defs["Action"].OneOf
	is.True(len(actions) > 20)
	for _, a := range actions {
		d := schema.Defs[strings.TrimPrefix(a.Ref, "#/$defs/")]
		name := d.Properties["type"].Enum[0].(string)
		_, section, there := strings.Cut(page, `<h2 id="`+name+`">`)
		is.True(there) // an action of that name
		section, _, _ = strings.Cut(section, "<h2")
		for member := range d.Properties {
			if member != "type" && !strings.Contains(section, "<td><code>"+member+"</code></td>") {
				t.Errorf("%s: the reference has no member %s", name, member)
			}
		}
	}
}

// tree is a small one with these documents.
func tree(t *testing.T, readme string) string {
	t.Helper()
	dir := t.TempDir()
	schema, err := os.ReadFile("../../" + wire)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"README.md": readme, "ARCHITECTURE.md": "# Inside\n", "docs/guide/README.md": "# Guide\n", "docs/guide/actions.md": "# Actions\n", "docs/messages.gen.md": "# Messages\n## Actions\n",
		wire: string(schema), "picture.png": "p", "source.go": "package x",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMake_RefusesALinkThatLeadsNowhere(t *testing.T) {
	for _, row := range []struct{ name, link, says string }{
		{"a document that there is not", "[x](docs/none.md)", "there is no docs/none.md"},
		{"a heading that there is not", "[x](docs/guide/README.md#none)", "no such heading"},
		{"one of its own that there is not", "[x](#none)", "no such heading"},
		{"a picture that there is not", "![x](none.png)", "there is no none.png"},
		{"a picture of another host", "![x](https://elsewhere.test/a.png)", "another host"},
		{"one in HTML", `<img src="https://elsewhere.test/a.png">`, "another host"},
		{"what is outside of the tree", "[x](../secret.md)", "there is no ../secret.md"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			_, err := Make(Options{Root: tree(t, "# Title\n\n"+row.link+"\n"), Home: "https://example.test/tree"})
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), "README.md") && strings.Contains(err.Error(), row.says))
		})
	}
}

func TestMake_Links(t *testing.T) {
	is := is.New(t)
	page := made(t, tree(t, "# Title\n\n## A `b` & c\n\n[1](docs/guide/README.md) [2](#a-b--c) [3](source.go) [4](docs) ![5](picture.png) [6](docs/guide) `<a href=\"none.md\">`\n"))["index.html"]
	for _, want := range []string{`href="docs/guide/index.html"`, `href="#a-b--c"`, `id="a-b--c"`, `href="https://example.test/tree/blob/main/source.go"`, `href="https://example.test/tree/tree/main/docs"`, `src="picture.png"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	is.Equal(strings.Count(page, `href="docs/guide/index.html"`), 2) // [1] and [6]
}

// The search finds by all words, headings before texts, decisions last.
func TestSearch(t *testing.T) {
	is := is.New(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node here")
	}
	dir := t.TempDir()
	set := made(t, "../..")
	is.NoErr(os.WriteFile(filepath.Join(dir, "all.js"), []byte(set["search-index.js"]+set["search.js"]+
		"\nconsole.log(JSON.stringify(process.argv.slice(2).map((q) => find(globalThis.buaIndex, q).map((row) => row.u))))\n"), 0o600))
	out, err := exec.CommandContext(t.Context(), node, filepath.Join(dir, "all.js"), "enrol browsers", "upload_file", "zzqqxx", "  ").Output()
	is.NoErr(err)
	var found [][]string
	is.NoErr(json.Unmarshal(out, &found))
	is.True(len(found[0]) > 0 && found[0][0] == "docs/guide/enterprise.html#enrol-browsers")
	is.True(len(found[1]) > 0 && found[1][0] == "docs/reference.html#upload_file")
	is.Equal(len(found[2]), 0)
	is.Equal(len(found[3]), 0)
}
