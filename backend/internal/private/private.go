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

// Problem is what is wrong with a file or folder, and what to do about it.
type Problem struct{ Says, Do string }

// Error returns both.
func (p *Problem) Error() string { return p.Says + "; " + p.Do }

// bad is a problem that a command mends.
func bad(says, command string) error { return &Problem{says, "type: " + command} }

// aside is the command that moves a file or folder away.
func aside(path string) string { return "mv " + quote(path) + " " + quote(path) + ".old" }

// Read reads a file of at most limit bytes. The error is [fs.ErrNotExist] when
// there is none, or a [Problem].
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
		return nil, bad(path+" is not a regular file", aside(path))
	}
	if err := owned(path, info); err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); shared(mode, 0o077) {
		return nil, bad(fmt.Sprintf("%s can be read or written by others (%#o)", path, mode), "chmod 600 "+quote(path))
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, bad(fmt.Sprintf("%s is longer than %d bytes", path, limit), aside(path))
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
		return &Problem{"the folder " + dir + " is a symbolic link", "name the folder itself, which readlink -f " + quote(dir) + " prints"}
	}
	if !info.IsDir() {
		return bad(dir+" is not a folder", aside(dir))
	}
	if err := owned(dir, info); err != nil {
		return err
	}
	mode := info.Mode()
	if !shared(mode.Perm(), others) || others == 0o022 && mode&fs.ModeSticky != 0 {
		return nil
	}
	if others == 0o077 {
		return bad(fmt.Sprintf("the folder %s is open to other users (%#o)", dir, mode.Perm()), "chmod 700 "+quote(dir))
	}
	return bad(fmt.Sprintf("others may write in the folder %s (%#o)", dir, mode.Perm()), "chmod go-w "+quote(dir))
}

// errLink says that a link stands in the place of a file.
func errLink(path string) error {
	return bad(path+" is a symbolic link", fmt.Sprintf("install -m 600 %s %[1]s.new && mv %[1]s.new %[1]s", quote(path)))
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
