package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// Embedded is where the binary embeds the extension from; git ignores what is in
// it everywhere but in the commits of versions.
const Embedded = "backend/extension/files"

// Tag makes the commit of a version and names it: the current commit with the
// built extension in it, so that `go install` of that version finds it there.
// The working tree, the index and the branch stay as they are. Author and dates
// are those of the current commit, so the same commit and extension give the
// same one again.
func Tag(ctx context.Context, root, version string, s Source) (tag string, err error) {
	tag = "v" + version
	if s.Commit == "" || s.Changed {
		return tag, errors.New("the tree is not as its commit has it: commit first, so that the version is what the commit says")
	}
	index, err := os.CreateTemp("", "bua-index-")
	if err != nil {
		return tag, err
	}
	_ = index.Close()
	_ = os.Remove(index.Name()) // git makes it
	defer func() { _ = os.Remove(index.Name()) }()
	head, err := command.Output(ctx, command.Cmd{Dir: root, Argv: []string{"git", "log", "-1", "--format=%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI"}})
	if err != nil {
		return tag, err
	}
	who := strings.Split(head, "\x00")
	env := []string{"GIT_INDEX_FILE=" + index.Name()}
	for i, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE"} {
		env = append(env, name+"="+who[i])
	}
	git := func(args ...string) (string, error) {
		return command.Output(ctx, command.Cmd{Dir: root, Env: env, Argv: append([]string{"git"}, args...)})
	}
	files, err := embedded(root)
	if err != nil {
		return tag, err
	}
	if _, err := git("read-tree", "HEAD"); err != nil {
		return tag, err
	}
	if _, err := git(append([]string{"-c", "core.autocrlf=false", "-c", "core.fileMode=false", "add", "--force", "--"}, files...)...); err != nil {
		return tag, err
	}
	tree, err := git("write-tree")
	if err != nil {
		return tag, err
	}
	commit, err := git("commit-tree", tree, "-p", s.Commit, "-m", "release: "+tag+" with the built extension in it", "-m",
		"The files below "+Embedded+" are what go run ./build all makes of the parent.\nWith them go install gives the whole product.")
	if err != nil {
		return tag, err
	}
	if there, err := git("rev-parse", "--verify", "--quiet", "refs/tags/"+tag+"^{commit}"); err == nil {
		if there == commit {
			return tag, nil
		}
		return tag, fmt.Errorf("%s is there already and is another commit: a version is published once; raise the version in manifest.json", tag)
	}
	_, err = git("tag", "--annotate", "--no-sign", tag, commit, "-m", "bua "+version)
	return tag, err
}

// embedded lists the built extension's files, as git names them.
func embedded(root string) (list []string, err error) {
	dir := filepath.Join(root, filepath.FromSlash(Embedded))
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		list = append(list, filepath.ToSlash(rel))
		return err
	})
	if err == nil && len(list) < 5 {
		err = errors.New("the extension is not built: go run ./build all makes it")
	}
	return list, err
}
