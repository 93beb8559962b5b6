package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

func TestPackagingOf(t *testing.T) {
	is := is.New(t)
	here, err := os.Getwd()
	is.NoErr(err)
	h := &workspace{root: "/tree"}
	p, err := packagingOf(h, nil)
	is.NoErr(err)
	is.Equal(p.out, filepath.FromSlash("/tree/dist/release"))
	is.True(!p.here && !p.check && !p.tag)
	p, err = packagingOf(h, []string{"--out", "x", "-key", "k.pem", "--url", "https://u.test/", "--here", "--check"})
	is.NoErr(err)
	is.Equal(p, packaging{out: filepath.Join(here, "x"), key: filepath.Join(here, "k.pem"), url: "https://u.test/", here: true, check: true}) // the build works elsewhere
	_, err = packagingOf(h, []string{"x"})
	is.True(err != nil)
}
