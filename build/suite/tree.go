package suite

import (
	"context"

	"github.com/zapvol/bua/build/command"
)

// Tree is what is tested: the commit, and what there is beside it, as git status says
// it. Where git cannot tell, commit is "".
type Tree struct{ commit, beside string }

// ReadTree reads the tree as it is now.
func ReadTree(ctx context.Context, root string) Tree {
	id, err := command.Output(ctx, command.Cmd{Dir: root, Argv: []string{"git", "rev-parse", "HEAD"}})
	if err != nil {
		return Tree{}
	}
	status, err := command.Output(ctx, command.Cmd{Dir: root, Argv: []string{"git", "status", "--porcelain"}})
	if err != nil {
		return Tree{}
	}
	return Tree{id, status}
}

// Of names the tree with which the run began, and reports whether it was another at the
// end. Then some of the tests have seen the one, some the other.
func (r *Record) Of(began, ended Tree) (differs bool) {
	differs = began.commit != "" && ended != began
	r.Commit, r.Changed = began.commit, began.commit == "" || began.beside != "" || differs
	return differs
}
