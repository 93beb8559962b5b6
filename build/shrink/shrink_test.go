package shrink

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// left reports whether asyncify leaves a function of that name alone.
func left(name string) bool {
	return slices.ContainsFunc(pure(), func(pattern string) bool {
		parts := strings.Split(pattern, "*")
		for i, p := range parts {
			parts[i] = regexp.QuoteMeta(p)
		}
		return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(name)
	})
}

func TestPure(t *testing.T) {
	const at = "github.com/zapvol/bua/"
	rows := []struct {
		name, function string
		left           bool
	}{
		{"a function of a pure room", at + "core/protocol.Decode", true},
		{"a method of a pure room", "(*" + at + "core/protocol.codec).object", true},
		{"a method of another room with the wire's types", "(*" + at + "core/dispatch.Dispatcher).Do", false},
		{"a call through an interface whose signature names the wire",
			"interface:{Detach:func:{named:context.Context,basic:int}{named:error},Run:func:{named:" + at + "core/protocol.Action}{named:error}}.Run$invoke", false},
		{"a call through an interface whose signature names a time",
			"interface:{AfterFunc:func:{named:time.Duration},Now:func:{}{named:time.Time}}.AfterFunc$invoke", false},
		{"reading the clock", "interface:{AfterFunc:func:{named:time.Duration},Now:func:{}{named:time.Time}}.Now$invoke", true},
		{"asking the browser", "(*" + at + "wasm/chrome.CDP).Send", false},
		{"a lock", "(*sync.Mutex).Lock", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { is.New(t).Equal(left(row.function), row.left) })
	}
}
