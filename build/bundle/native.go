package bundle

import (
	"errors"
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// unused are the methods of Readability that a copy of what is visible, without a head,
// scripts and lazy images, gives nothing to do, and what stands for them.
var unused = []struct{ method, stub string }{
	{"_getJSONLD(doc) {", ""},
	{"_getArticleMetadata(jsonld) {", "_getArticleMetadata() { return { title: this._getArticleTitle() }; },"},
	{"_unescapeHtmlEntities(str) {", ""},
	{"_isUrl(str) {", ""},
	{"_findNode(nodeList, fn) {", ""},
	{"_cleanStyles(e) {", "_cleanStyles() {},"},
	{"_unwrapNoscriptImages(doc) {", "_unwrapNoscriptImages() {},"},
	{"_removeScripts(doc) {", "_removeScripts() {},"},
	{"_fixLazyImages(root) {", "_fixLazyImages() {},"},
}

// Native leaves out what a library logs for its own developers and what the
// engine switches off.
func Native() api.Plugin {
	return api.Plugin{Name: "native", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `@mozilla/readability/Readability\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			quiet := strings.NewReplacer("if (this._debug)", "if (false)", "this.log(", "false && this.log(").Replace(string(text))
			changed := quiet != string(text)
			for _, u := range unused {
				head, rest, begins := strings.Cut(quiet, "\n  "+u.method)
				_, tail, ends := strings.Cut(rest, "\n  },\n")
				changed = changed && begins && ends
				quiet = head + "\n" + u.stub + tail
			}
			if !changed {
				return api.OnLoadResult{}, errors.New("Readability has changed: look again at what build/bundle/native.go leaves out of it")
			}
			return api.OnLoadResult{Contents: &quiet, Loader: api.LoaderJS}, nil
		})
	}}
}
