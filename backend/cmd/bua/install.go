package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/internal/install"
	"github.com/zapvol/bua/backend/internal/nativehost"
	"github.com/zapvol/bua/core/link"
)

// installFlags are what the two commands share.
type installFlags struct {
	dry, yes bool
	ids      []string
	o        install.Options
}

func (a *cli) installCommand() *cobra.Command {
	var f installFlags
	c := &cobra.Command{
		Use:   "install",
		Short: "Register bua with your browsers, your agents, and as a service",
		Long: `Register bua on this machine, for you:

  browsers   the native messaging host in each Chromium, Chrome, Edge, Brave,
             Vivaldi and Opera that is found, so that the extension pairs
             itself with one click
  service    the backend starts when you log in (systemd, launchd, a task)
  agents     the MCP server in each Claude Code, Claude Desktop, Codex, Gemini
             CLI, VS Code, Cursor and OpenCode that is found; you are asked
             for each, and its comments and order stay

Each file is printed with what becomes of it. What it was before is kept, and bua
uninstall takes everything back, to the byte where nobody else has changed it
since. A file that does not parse is left alone. To do it twice does nothing.

With --system it registers for every user of the machine, as root, and touches no
person's files.`,
		Example: "  bua install --dry-run\n  bua install\n  bua install --yes --no-service\n  sudo bua install --system",
		Args:    args(cobra.NoArgs),
		RunE:    func(c *cobra.Command, _ []string) error { return a.install(f) },
	}
	c.Flags().BoolVar(&f.dry, "dry-run", false, "say what would be done, and do nothing")
	c.Flags().BoolVarP(&f.yes, "yes", "y", false, "add bua to every agent that is found, without asking")
	c.Flags().BoolVar(&f.o.ForAll, "system", false, "for every user of this machine; needs its administrator")
	c.Flags().BoolVar(&f.o.NoBrowsers, "no-browsers", false, "leave the browsers out")
	c.Flags().BoolVar(&f.o.NoService, "no-service", false, "leave the service out: the browser starts the backend when it asks for it")
	c.Flags().BoolVar(&f.o.NoAgents, "no-agents", false, "leave the agents out")
	c.Flags().StringVar(&f.o.Entry, "name", "browser", "what agents are to call the MCP server")
	c.Flags().StringArrayVar(&f.ids, "extension-id", nil, "accept the extension of this id, too, such as the one that your organisation has packed (repeatable)")
	return c
}

func (a *cli) install(f installFlags) error {
	home, err := a.home()
	if err != nil {
		return err
	}
	if f.o.Program, err = program(); err != nil {
		return err
	}
	if f.o.Accepted, err = home.Accepted(); err != nil {
		return err
	}
	if err := f.accept(home); err != nil {
		return err
	}
	usual, err := app.NameHome("")
	if err != nil {
		return err
	}
	f.o.Host, f.o.ConfigDir, f.o.Default = nativehost.Name, string(home), home == usual && os.Getenv("BUA_CONFIG_DIR") == ""
	m, err := install.Here()
	if err != nil {
		return err
	}
	ledger, err := install.Open(string(home))
	if err != nil {
		return err
	}
	plan := install.Make(m, f.o, ledger)
	in := bufio.NewReader(a.in)
	failed := false
	for _, c := range plan.Changes {
		says, err := a.change(m, ledger, plan, c, f, in)
		if err != nil {
			failed = true
			says = "NOT done: " + err.Error()
		}
		fmt.Fprintf(a.out, "%s\n  %s\n  %s\n", c.What, plain(c.Path), says)
		if b := ledger.Backup(c); b != "" && !f.dry && !c.Done {
			fmt.Fprintf(a.out, "  what it was before: %s\n", b)
		}
	}
	for _, n := range plan.Notes {
		fmt.Fprintln(a.out, n)
	}
	if failed {
		return &saidError{errors.New("not everything is installed")}
	}
	if !f.dry && !f.o.NoBrowsers {
		fmt.Fprintln(a.out, "\nNow open the extension's options in the browser and press \"Connect this browser\".")
	}
	return nil
}

// change makes one change and says what became of it.
func (a *cli) change(m install.Machine, l *install.Ledger, p install.Plan, c install.Change, f installFlags, in *bufio.Reader) (says string, err error) {
	switch {
	case c.Wrong != "":
		return "", errors.New(c.Wrong)
	case l.Done(p, c):
		return "is so already", nil
	case f.dry && c.Asks != "":
		return "would be changed, once you have said yes", nil
	case f.dry:
		return "would be done", nil
	case c.Asks != "" && !f.yes:
		yes, err := a.ask(in, "Add bua to "+c.Asks+" ("+plain(c.Path)+")?")
		if err != nil || !yes {
			return "left as it is", err
		}
	}
	if err := l.Apply(m, c); err != nil {
		return "", err
	}
	return "done", nil
}

// terminal reports whether somebody can be asked.
func (a *cli) terminal() bool {
	f, ok := a.in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ask asks the person at the terminal. Without one the answer is no.
func (a *cli) ask(in *bufio.Reader, question string) (bool, error) {
	if !a.terminal() {
		return false, errors.New("nobody can be asked here: run it in a terminal, or with --yes")
	}
	fmt.Fprint(a.err, question+" [y/N] ")
	answer, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// accept plans the file with the extensions that are accepted from now on.
func (f *installFlags) accept(home app.Home) error {
	var added []string
	for _, id := range f.ids {
		if !link.ValidExtensionID(id) {
			return &usageError{errUsage("--extension-id: must be the id of an extension, 32 letters from a to p, as chrome://extensions shows it")}
		}
		if !slices.Contains(f.o.Accepted, id) {
			f.o.Accepted = append(f.o.Accepted, id)
			added = append(added, id)
		}
	}
	if len(added) == 0 {
		return nil
	}
	before, err := os.ReadFile(home.AcceptedFile())
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if len(before) > 0 && before[len(before)-1] != '\n' {
		before = append(before, '\n')
	}
	f.o.Files = append(f.o.Files, install.File{What: "extensions that are accepted besides bua's own", Path: home.AcceptedFile(),
		Content: append(before, []byte(strings.Join(added, "\n")+"\n")...)})
	return nil
}

// program is the path of this binary by which the person started it: a link that
// a package manager keeps pointing at the newest stays good, what it points at
// does not.
func program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	called, err := exec.LookPath(os.Args[0])
	if err != nil {
		return self, nil
	}
	if called, err = filepath.Abs(called); err != nil {
		return self, nil
	}
	mine, err1 := os.Stat(self)
	that, err2 := os.Stat(called)
	if err1 != nil || err2 != nil || !os.SameFile(mine, that) {
		return self, nil
	}
	return called, nil
}

func (a *cli) uninstallCommand() *cobra.Command {
	var dry, yes bool
	c := &cobra.Command{
		Use:   "uninstall",
		Short: "Take back what bua install has done",
		Long: `Take back everything that bua install has done, the newest first: files are what
they were, or are gone when there were none. Of an agent's file that was changed
since, only bua's entry is taken out. Pairings, secrets and the audit stay in
bua's folder. In a terminal it says what it will do, and asks.`,
		Example: "  bua uninstall --dry-run\n  bua uninstall\n  bua uninstall --yes",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			home, err := a.home()
			if err != nil {
				return err
			}
			m, err := install.Here()
			if err != nil {
				return err
			}
			ledger, err := install.Open(string(home))
			if err != nil {
				return err
			}
			if len(ledger.Rows) == 0 {
				fmt.Fprintln(a.out, "nothing is installed")
				return nil
			}
			failed := false
			tell := func(u install.Undone) {
				says := u.Says
				if u.Err != nil {
					failed = true
					says = "NOT taken back: " + u.Err.Error()
				}
				fmt.Fprintf(a.out, "%s\n  %s\n  %s\n", u.What, plain(u.Path), says)
			}
			if !dry && !yes && a.terminal() {
				if err := ledger.Undo(m, true, tell); err != nil {
					return err
				}
				if sure, err := a.ask(bufio.NewReader(a.in), "Take all of it back?"); err != nil || !sure {
					fmt.Fprintln(a.out, "left as it is")
					return err
				}
				failed = false
			}
			err = ledger.Undo(m, dry, tell)
			if err == nil && failed {
				err = &saidError{errors.New("not everything is taken back")}
			}
			return err
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "say what would be done, and do nothing")
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return c
}
