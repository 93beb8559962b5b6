package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

// The place is named as the table of time zones names it, or not at all.
func TestPlaceName(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "zoneinfo", "Europe", "Berlin")
	is.NoErr(os.MkdirAll(filepath.Dir(file), 0o700))
	is.NoErr(os.WriteFile(file, nil, 0o600))
	link := filepath.Join(dir, "localtime")
	is.NoErr(os.Symlink(file, link))
	is.Equal(placeName("", link), "Europe/Berlin")
	is.Equal(placeName("Asia/Tokyo", link), "Asia/Tokyo")
	is.Equal(placeName(":Asia/Tokyo", link), "Asia/Tokyo")
	is.Equal(placeName("CET-1CEST", link), "Local")
	is.Equal(placeName("", filepath.Join(dir, "none")), "Local")
	is.Equal(placeName("", file[:len(file)-1]), "Local")
}
