package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/build/suite"
)

// starter stands before the browser on PATH and writes a line for each one that starts.
const starter = `#!/bin/sh
case "$*" in *--user-data-dir=*) [ -n "$` + suite.CountEnv + `" ] && echo browser >> "$` + suite.CountEnv + `" ;; esac
exec BROWSER "$@"
`

// countBrowsers has the browsers counted that the tests start, by whatever starts them.
// It returns what the tests need in their environment; nothing where there is no
// Chromium on PATH or no shell.
func countBrowsers(h *workspace) []string {
	browser, err := exec.LookPath("chromium")
	if err != nil || strings.Contains(browser, "'") {
		return nil
	}
	dir := h.dist("test", "bin")
	text := strings.Replace(starter, "BROWSER", "'"+browser+"'", 1)
	if os.MkdirAll(dir, 0o755) != nil || os.WriteFile(filepath.Join(dir, "chromium"), []byte(text), 0o755) != nil {
		return nil
	}
	return []string{"PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")}
}
