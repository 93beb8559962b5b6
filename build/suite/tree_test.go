package suite

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

// repository makes one with a commit, and returns how to run git in it.
func repository(t *testing.T) (dir string, git func(args ...string)) {
	t.Helper()
	dir = t.TempDir()
	git = func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.test", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	write(t, dir, "a", "1")
	git("add", ".")
	git("commit", "-qm", "first")
	return dir, git
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A record names the commit with which the run began, whatever was committed meanwhile.
func TestRecord_Of(t *testing.T) {
	for _, row := range []struct {
		name             string
		before, during   func(t *testing.T, dir string, git func(...string))
		changed, differs bool
	}{
		{"nothing happens", nil, nil, false, false},
		{"a file was changed before", edit, nil, true, false},
		{"a file is changed meanwhile", nil, edit, true, true},
		{"a file is added meanwhile", nil, func(t *testing.T, dir string, _ func(...string)) { write(t, dir, "b", "1") }, true, true},
		{"a commit is made meanwhile", nil, func(t *testing.T, dir string, git func(...string)) {
			edit(t, dir, git)
			git("commit", "-qam", "second")
		}, true, true},
		{"what was changed before is committed meanwhile", edit, func(_ *testing.T, _ string, git func(...string)) { git("commit", "-qam", "second") }, true, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir, git := repository(t)
			if row.before != nil {
				row.before(t, dir, git)
			}
			first, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD").Output()
			is.NoErr(err)
			began := ReadTree(t.Context(), dir)
			if row.during != nil {
				row.during(t, dir, git)
			}
			var r Record
			is.Equal(r.Of(began, ReadTree(t.Context(), dir)), row.differs)
			is.Equal(r.Commit+"\n", string(first))
			is.Equal(r.Changed, row.changed)
		})
	}
	t.Run("there is no repository", func(t *testing.T) {
		is := is.New(t)
		var r Record
		dir := t.TempDir()
		is.True(!r.Of(ReadTree(t.Context(), dir), ReadTree(t.Context(), dir))) // nobody can say
		is.Equal(r.Commit, "")
		is.True(r.Changed)
	})
}

func edit(t *testing.T, dir string, _ func(...string)) { write(t, dir, "a", "2") }
