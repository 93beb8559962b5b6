package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// TestActions: every action has its words, done and wanted. The log and the
// question would otherwise tell the person of "work".
func TestActions(t *testing.T) {
	code, err := os.ReadFile(filepath.Join(root, "ui", "words", "actions.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"const did", "const wants"} {
		_, rest, found := strings.Cut(string(code), table)
		body, _, closed := strings.Cut(rest, "\n};")
		if !found || !closed {
			t.Fatalf("there is no table %q", table)
		}
		for _, k := range protocol.Kinds() {
			if !strings.Contains(body, "\n  "+string(k)+": \"") {
				t.Errorf("%s has no words for %s", table, k)
			}
		}
	}
}
