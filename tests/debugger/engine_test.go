package debugger_test

import (
	"errors"
	"path/filepath"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// engine bundles the page engine as the build does.
var engine = sync.OnceValues(func() (string, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return "", err
	}
	r := api.Build(api.BuildOptions{
		AbsWorkingDir: root, EntryPoints: []string{"page/engine.ts"}, Bundle: true, Format: api.FormatIIFE,
		Platform: api.PlatformBrowser, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true,
	})
	if len(r.Errors) > 0 {
		return "", errors.New(strings.Join(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}), ""))
	}
	return string(r.OutputFiles[0].Contents), nil
})
