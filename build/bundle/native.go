package bundle

import (
	"errors"
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Native puts what every browser has in the place of what a library brings
// along for browsers that have not, and leaves out what one logs for its own
// developers and what the engine switches off.
func Native() api.Plugin {
	return api.Plugin{Name: "native", Setup: func(b api.PluginBuild) {
		for filter, is := range map[string]string{
			`dom-accessibility-api/dist/polyfills/SetLike\.mjs$`:     "export default Set",
			`dom-accessibility-api/dist/polyfills/array\.from\.mjs$`: "export default Array.from",
		} {
			b.OnLoad(api.OnLoadOptions{Filter: filter}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &is, Loader: api.LoaderJS}, nil
			})
		}
		b.OnLoad(api.OnLoadOptions{Filter: `@mozilla/readability/Readability\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			quiet := strings.NewReplacer("if (this._debug)", "if (false)", "this.log(", "false && this.log(").Replace(string(text))
			head, rest, begins := strings.Cut(quiet, "  _getJSONLD(doc) {")
			_, tail, ends := strings.Cut(rest, "\n  },\n")
			if quiet == string(text) || !begins || !ends {
				return api.OnLoadResult{}, errors.New("Readability has changed: look again at what build/bundle/native.go leaves out of it")
			}
			quiet = head + tail
			return api.OnLoadResult{Contents: &quiet, Loader: api.LoaderJS}, nil
		})
	}}
}
