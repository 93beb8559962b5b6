package bundle

import (
	"errors"
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

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
