package archive

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

// Two folders with the same files make the same archives, whatever the dates,
// the modes, the order and the time zone of the machine.
func TestArchive_SameBytes(t *testing.T) {
	is := is.New(t)
	when := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	folder := func(names ...string) string {
		dir := t.TempDir()
		for i, name := range names {
			path := filepath.Join(dir, name)
			is.NoErr(os.MkdirAll(filepath.Dir(path), 0o755))
			is.NoErr(os.WriteFile(path, []byte("text of "+name), 0o600))
			is.NoErr(os.Chmod(path, os.FileMode(0o600+0o044*(i%2))))
			old := when.Add(-time.Duration(i*len(names)) * time.Hour)
			is.NoErr(os.Chtimes(path, old, old))
		}
		return dir
	}
	one, err := Dir(folder("a", "b/c", "b/d"))
	is.NoErr(err)
	two, err := Dir(folder("b/d", "b/c", "a"))
	is.NoErr(err)
	two[0], two[2] = two[2], two[0]
	for _, pack := range []func([]File, time.Time) ([]byte, error){Zip, TarGz} {
		first, err := pack(one, when)
		is.NoErr(err)
		second, err := pack(two, when.In(time.FixedZone("far", 9*3600)))
		is.NoErr(err)
		is.Equal(first, second)
		other, err := pack(one, when.Add(time.Hour))
		is.NoErr(err)
		is.True(string(first) != string(other)) // the date is in it
	}
}

func TestUnzip(t *testing.T) {
	is := is.New(t)
	files := []File{{Name: "bin/x", Data: []byte("program"), Exec: true}, {Name: "y", Data: []byte("text")}}
	data, err := Zip(files, time.Unix(1e9, 0))
	is.NoErr(err)
	got, err := Unzip(data)
	is.NoErr(err)
	is.Equal(got, files)
}
