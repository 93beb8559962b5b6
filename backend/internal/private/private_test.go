//go:build unix

package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/matryer/is"
)

func TestRead(t *testing.T) {
	const other = 65534
	for _, row := range []struct {
		name  string
		spoil func(dir, file string) error
		says  string
		mend  string // "" for the file as it is
	}{
		{"ours alone", func(string, string) error { return nil }, "", ""},
		{"a folder that others may read", func(dir, _ string) error { return os.Chmod(dir, 0o755) }, "", ""},
		{"a folder as /tmp is", func(dir, _ string) error { return os.Chmod(dir, 0o777|fs.ModeSticky) }, "", ""},
		{"the group may read it", func(_, file string) error { return os.Chmod(file, 0o640) }, "by others (0640)", "chmod 600 FILE"},
		{"all may read it", func(_, file string) error { return os.Chmod(file, 0o604) }, "by others (0604)", "chmod 600 FILE"},
		{"all may write it", func(_, file string) error { return os.Chmod(file, 0o602) }, "by others (0602)", "chmod 600 FILE"},
		{"a link", func(_, file string) error {
			return errors.Join(os.Rename(file, file+".real"), os.Symlink(file+".real", file))
		}, "is a symbolic link", "install -m 600 FILE FILE.new && mv FILE.new FILE"},
		{"a link to nothing", func(_, file string) error { return errors.Join(os.Remove(file), os.Symlink("/nowhere", file)) }, "is a symbolic link", "install -m 600"},
		{"a pipe that nobody writes to", func(_, file string) error { return errors.Join(os.Remove(file), syscall.Mkfifo(file, 0o600)) }, "not a regular file", "mv FILE FILE.old"},
		{"a folder", func(_, file string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) }, "not a regular file", "mv FILE FILE.old"},
		{"more than it may be", func(_, file string) error { return os.WriteFile(file, make([]byte, 65), 0o600) }, "longer than 64 bytes", "mv FILE FILE.old"},
		{"a folder that the group may write in", func(dir, _ string) error { return os.Chmod(dir, 0o770) }, "others may write in the folder DIR (0770)", "chmod go-w DIR"},
		{"a folder that all may write in", func(dir, _ string) error { return os.Chmod(dir, 0o702) }, "others may write in the folder DIR (0702)", "chmod go-w DIR"},
		{"a folder that is a link", func(dir, _ string) error {
			return errors.Join(os.Rename(dir, dir+".real"), os.Symlink(dir+".real", dir))
		}, "the folder DIR is a symbolic link", "readlink -f DIR"},
		{"somebody else's", func(_, file string) error { return os.Chown(file, other, -1) }, "belongs to another user (uid 65534)", "sudo chown 0 FILE"},
		{"in somebody else's folder", func(dir, _ string) error { return os.Chown(dir, other, -1) }, "DIR belongs to another user", "sudo chown 0 DIR"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			if strings.HasPrefix(row.name, "somebody") || strings.HasPrefix(row.name, "in somebody") {
				if os.Geteuid() != 0 {
					t.Skip("only root can give a file away")
				}
			}
			dir := filepath.Join(t.TempDir(), "home")
			file := filepath.Join(dir, "token")
			is.NoErr(os.Mkdir(dir, 0o700))
			is.NoErr(os.WriteFile(file, []byte("secret"), 0o600))
			is.NoErr(row.spoil(dir, file))
			data, err := Read(file, 64)
			if row.says == "" {
				is.NoErr(err)
				is.Equal(string(data), "secret")
				return
			}
			fill := strings.NewReplacer("DIR", dir, "FILE", file)
			is.True(err != nil)
			is.True(Refused(err))
			what, do, _ := strings.Cut(err.Error(), "; ")
			is.True(strings.Contains(what, fill.Replace(row.says)))
			is.True(strings.Contains(do, fill.Replace(row.mend)))
			is.True(!strings.Contains(err.Error(), "secret"))
		})
	}
}

func TestRead_Absent(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	for _, file := range []string{filepath.Join(dir, "token"), filepath.Join(dir, "no", "token")} {
		_, err := Read(file, 64)
		is.True(errors.Is(err, fs.ErrNotExist))
		is.True(!Refused(err))
	}
}

func TestClosed(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	is.NoErr(os.Chmod(dir, 0o700))
	is.NoErr(Closed(dir))
	is.NoErr(os.Chmod(dir, 0o750))
	err := Closed(dir)
	is.True(err != nil && strings.HasSuffix(err.Error(), "; type: chmod 700 "+dir))
}

// What is written can be read, is ours alone, and stands in the place of what was there.
func TestWrite(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	for _, text := range []string{"a longer one", "short"} {
		is.NoErr(Write(file, []byte(text)))
		data, err := Read(file, 64)
		is.NoErr(err)
		is.Equal(string(data), text)
	}
	is.NoErr(os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	is.True(Write(filepath.Join(dir, "folder"), []byte("x")) != nil)
	left, err := os.ReadDir(dir)
	is.NoErr(err)
	is.Equal(len(left), 2) // nothing is left of what could not be written
}
