package release

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/build/command"
)

// Source is where a release comes from.
type Source struct {
	// Commit is its hash, "" outside of git.
	Commit string
	// Changed says that the tree is not as the commit has it.
	Changed bool
	// When is the date of everything: SOURCE_DATE_EPOCH, else the commit's.
	When time.Time
}

// ReadSource asks git and the environment.
func ReadSource(ctx context.Context, root string) (s Source, err error) {
	git := func(args ...string) (string, error) {
		return command.Output(ctx, command.Cmd{Dir: root, Argv: append([]string{"git"}, args...)})
	}
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if said, err := git("log", "-1", "--format=%H %ct"); err == nil {
		commit, date, _ := strings.Cut(said, " ")
		s.Commit = commit
		if epoch == "" {
			epoch = date
		}
		changes, err := git("status", "--porcelain")
		if err != nil {
			return s, err
		}
		s.Changed = changes != ""
	} else if epoch == "" {
		return s, errors.New("this is no git checkout, so the release has no date: set SOURCE_DATE_EPOCH to the seconds since 1970 of the version's commit")
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return s, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	s.When = time.Unix(seconds, 0).UTC()
	return s, nil
}
