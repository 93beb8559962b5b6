package model

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
)

var update = flag.Bool("update", false, "write the table of providers into docs/guide/models.md")

// The guide's table of providers is made of the presets: go test ./backend/model -run
// Guide -update.
func TestGuide_Providers(t *testing.T) {
	is := is.New(t)
	const file, head = "../../docs/guide/models.md", "| name | provider | spoken to as | a key from |\n|---|---|---|---|\n"
	data, err := os.ReadFile(file)
	is.NoErr(err)
	before, rest, ok := strings.Cut(string(data), head)
	is.True(ok)
	after := rest[strings.Index(rest, "\n\n")+1:]
	var rows strings.Builder
	for _, p := range Presets() {
		key := p.KeysAt
		switch {
		case p.Local:
			key = "none, it runs on this machine (" + strings.TrimPrefix(p.Base, "http://") + ")"
		case p.Base == "":
			key = strings.TrimPrefix(key+"; its address is given with `--url`", "; ")
		}
		fmt.Fprintf(&rows, "| `%s` | %s | %s | %s |\n", p.Name, p.Title, p.Wire, key)
	}
	want := before + head + rows.String() + after
	if *update {
		is.NoErr(os.WriteFile(file, []byte(want), 0o644))
	} else if want != string(data) {
		t.Errorf("%s does not have the presets: go test ./backend/model -run Guide -update", file)
	}
}

// Every code has its row in the guide, with what to do.
func TestGuide_Codes(t *testing.T) {
	is := is.New(t)
	data, err := os.ReadFile("../../docs/guide/models.md")
	is.NoErr(err)
	for _, code := range []chat.Code{chat.CodeKey, chat.CodeModel, chat.CodeMoney, chat.CodeRate, chat.CodeOverflow, chat.CodeSmall, chat.CodeTools, chat.CodeUnreachable, chat.CodeBusy, chat.CodeCut, chat.CodeNonsense, chat.CodeRequest, chat.CodeRefused, chat.CodePolicy, chat.CodeStopped} {
		is.True(strings.Contains(string(data), "\n| `"+string(code)+"` | "))
	}
}
