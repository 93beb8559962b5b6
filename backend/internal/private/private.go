package private

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Read reads a file of at most limit bytes. The error is [fs.ErrNotExist] when
// there is none, or says what is wrong with the file and, after a semicolon,
// what to do.
func Read(path string, limit int64) ([]byte, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := Folder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file; type: mv %s %[2]s.old", path, quote(path))
	}
	if err := owned(path, info); err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); shared(mode, 0o077) {
		return nil, fmt.Errorf("%s can be read or written by others (%#o); type: chmod 600 %s", path, mode, quote(path))
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is longer than %d bytes; type: mv %s %[3]s.old", path, limit, quote(path))
	}
	return data, nil
}

// Folder refuses a folder in which another user could put a file in the place of
// ours. One where everybody may write but only change what is theirs, as /tmp,
// is good: a file of theirs is told by its owner.
func Folder(dir string) error { return folder(dir, 0o022) }

// Closed is Folder for one that others may not even look into.
func Closed(dir string) error { return folder(dir, 0o077) }

func folder(dir string, others fs.FileMode) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("the folder %s is a symbolic link; name the folder itself, which readlink -f %s prints", dir, quote(dir))
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a folder; type: mv %s %[2]s.old", dir, quote(dir))
	}
	if err := owned(dir, info); err != nil {
		return err
	}
	mode := info.Mode()
	if !shared(mode.Perm(), others) || others == 0o022 && mode&fs.ModeSticky != 0 {
		return nil
	}
	if others == 0o077 {
		return fmt.Errorf("the folder %s is open to other users (%#o); type: chmod 700 %s", dir, mode.Perm(), quote(dir))
	}
	return fmt.Errorf("others may write in the folder %s (%#o); type: chmod go-w %s", dir, mode.Perm(), quote(dir))
}

// errLink says that a link stands in the place of a file.
func errLink(path string) error {
	return fmt.Errorf("%s is a symbolic link; type: install -m 600 %s %[2]s.new && mv %[2]s.new %[2]s", path, quote(path))
}

// Refused reports whether an error of this package says what is wrong with a
// file or folder, instead of that there is none or that it cannot be read.
func Refused(err error) bool {
	var path *fs.PathError
	return err != nil && !errors.As(err, &path)
}

// quote writes a path as a shell takes it.
func quote(path string) string {
	if strings.IndexFunc(path, func(r rune) bool {
		return !strings.ContainsRune("/._-+@%,:", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
