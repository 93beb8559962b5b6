package bundle

import "github.com/evanw/esbuild/pkg/api"

// Native puts what every browser has in the place of what a library brings
// along for browsers that have not. A library that changes its files is
// noticed: the engine then grows over its limit, see tests/page.
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
	}}
}
