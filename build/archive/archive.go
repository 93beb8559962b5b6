// Package archive writes zip and tar files that come out the same, byte for
// byte, wherever and by whomever they are made: their files are sorted, and have
// the date that is given, two modes and no owner. It decides nothing of what is
// in them.
//
// It imports: no other room.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// File is one file of an archive.
type File struct {
	// Name is its path, with slashes.
	Name string
	Data []byte
	// Exec says that it is a program.
	Exec bool
}

// Mode is 0755 for a program and 0644 for the rest.
func (f File) Mode() fs.FileMode {
	if f.Exec {
		return 0o755
	}
	return 0o644
}

// Dir reads the files below a folder; their modes are the rest's.
func Dir(root string) (list []File, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		list = append(list, File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	return list, err
}

// Below puts every file into a folder of the archive.
func Below(dir string, files []File) []File {
	list := slices.Clone(files)
	for i := range list {
		list[i].Name = dir + "/" + list[i].Name
	}
	return list
}

func sorted(files []File) []File {
	return slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Name, b.Name) })
}

// Zip packs the files.
func Zip(files []File, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range sorted(files) {
		h := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: when.UTC()}
		h.SetMode(f.Mode())
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.Data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// Unzip returns the files of a zip.
func Unzip(data []byte) (list []File, err error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range r.File {
		from, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(from)
		if err != nil {
			return nil, err
		}
		list = append(list, File{Name: f.Name, Data: text, Exec: f.Mode()&0o100 != 0})
	}
	return list, nil
}

// TarGz packs the files.
func TarGz(files []File, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range sorted(files) {
		err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.Name, Size: int64(len(f.Data)), Mode: int64(f.Mode()), ModTime: when.UTC(), Format: tar.FormatUSTAR})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return Gzip(out.Bytes())
}

// Gzip packs one file, without a name and a date.
func Gzip(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
