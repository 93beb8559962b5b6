package main

import (
	"bufio"
	"context"
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
	"github.com/zapvol/bua/backend/extension"
	"github.com/zapvol/bua/backend/internal/install"
	"github.com/zapvol/bua/backend/internal/nativehost"
	"github.com/zapvol/bua/core/link"
)

// installFlags are what the two commands share.
type installFlags struct {
	dry, yes, noExtension bool
	ids                   []string
	// to is the folder that the program is copied to, "" for it stays where it is.
	to string
	o  install.Options
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
  extension  in a terminal, or with --extension: its folder. Your browser shows
             how to load it; bua waits for it, and an agent presses a button on
             that page, to show that it works

Each file is printed with what becomes of it. What it was before is kept, and bua
uninstall takes everything back, to the byte where nobody else has changed it
since. A file that does not parse is left alone. To do it twice does nothing.

With --system it registers for every user of the machine, as root, and touches no
person's files.`,
		Example: "  bua install --dry-run\n  bua install\n  bua install --yes --no-service\n  sudo bua install --system",
		Args:    args(cobra.NoArgs),
		RunE:    func(c *cobra.Command, _ []string) error { return a.install(c.Context(), f) },
	}
	c.Flags().BoolVar(&f.dry, "dry-run", false, "say what would be done, and do nothing")
	c.Flags().BoolVarP(&f.yes, "yes", "y", false, "add bua to every agent that is found, without asking")
	c.Flags().BoolVar(&f.o.ForAll, "system", false, "for every user of this machine; needs its administrator")
	c.Flags().BoolVar(&f.o.NoBrowsers, "no-browsers", false, "leave the browsers out")
	c.Flags().BoolVar(&f.o.NoService, "no-service", false, "leave the service out: the browser starts the backend when it asks for it")
	c.Flags().BoolVar(&f.o.NoAgents, "no-agents", false, "leave the agents out")
	c.Flags().BoolVar(&f.noExtension, "no-extension", false, "leave the extension out")
	c.Flags().StringVar(&f.o.Extension, "extension", "", "the folder for the extension (default ~/bua-extension)")
	c.Flags().StringVar(&f.to, "to", "", "copy this program to that folder first, such as ~/.local/bin, and register it there")
	c.MarkFlagsMutuallyExclusive("extension", "no-extension")
	c.Flags().StringVar(&f.o.Entry, "name", "browser", "what agents are to call the MCP server")
	c.Flags().StringArrayVar(&f.ids, "extension-id", nil, "accept the extension of this id, too, such as the one that your organisation has packed (repeatable)")
	return c
}

func (a *cli) install(ctx context.Context, f installFlags) error {
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
	if err := f.place(); err != nil {
		return err
	}
	if err := a.unpacks(&f); err != nil {
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
	var agents []string
	for _, c := range plan.Changes {
		says, err := a.change(m, ledger, plan, c, f, in)
		if err != nil {
			failed = true
			says = "NOT done: " + err.Error()
			if c.Kind == install.KindFolder {
				f.o.Extension = ""
			}
		} else if c.Asks != "" && says != left {
			agents = append(agents, c.Asks)
		}
		fmt.Fprintf(a.out, "%s\n  %s\n  %s\n", c.What, plain(c.Path), says)
		if b := ledger.Backup(c); b != "" && !f.dry && !c.Done {
			fmt.Fprintf(a.out, "  what it was before: %s\n", b)
		}
	}
	if dir := filepath.Dir(f.o.Program); f.to != "" && !slices.Contains(filepath.SplitList(os.Getenv("PATH")), dir) {
		plan.Notes = append(plan.Notes, dir+" is not on your PATH: add it in your shell's profile, so that bua is found by its name")
	}
	for _, n := range plan.Notes {
		fmt.Fprintln(a.out, n)
	}
	switch {
	case f.dry:
	case f.o.Extension != "":
		steps := &firstSteps{cli: a, machine: m, home: home, program: f.o.Program, extension: f.o.Extension}
		if err := steps.run(ctx); err != nil {
			return err
		}
		fmt.Fprint(a.out, goOn(f.o.Program, agents))
	case !f.o.NoBrowsers && !failed:
		fmt.Fprintln(a.out, "\nNow open the extension's options in the browser and press \"Connect this browser\".")
	}
	if failed {
		return &saidError{errors.New("not everything is installed")}
	}
	return nil
}

// left is what is told of an agent that the person does not want bua in.
const left = "left as it is"

// goOn says what to tell an agent now.
func goOn(program string, agents []string) string {
	say := "Give your agent the command of an MCP server, " + program + " mcp, and tell it:"
	if len(agents) > 0 {
		say = "Start " + strings.Join(agents, ", ") + " anew, and say:"
	}
	if slices.Contains(agents, "Claude Code") {
		say = "You need no key: Claude Code has its model. " + say
	}
	return "\n" + say + "\n  Use the browser tool: open example.com in my browser, and tell me what it says.\nbua uninstall takes everything back.\n"
}

// place plans the copy of this program in the folder that it is to be in.
func (f *installFlags) place() error {
	if f.to == "" {
		return nil
	}
	if f.o.ForAll {
		return &usageError{errors.New("--to and --system: a package puts the program where all find it")}
	}
	dir, err := filepath.Abs(f.to)
	if err != nil {
		return err
	}
	to := filepath.Join(dir, "bua"+filepath.Ext(f.o.Program)) // .exe on Windows
	if info, err := os.Lstat(to); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("--to: %s is a link or a folder; take it away, or name another folder", to)
	}
	content, err := os.ReadFile(f.o.Program)
	if err != nil {
		return err
	}
	f.o.Program = to
	f.o.Files = append(f.o.Files, install.File{What: "the program", Path: to, Content: content, Mode: 0o755})
	return nil
}

// unpacks says where the extension goes: a terminal's person loads it now.
func (a *cli) unpacks(f *installFlags) error {
	switch _, asked := a.terminal(); {
	case f.noExtension || f.o.ForAll || f.o.NoBrowsers, f.o.Extension == "" && !asked:
		f.o.Extension = ""
		return nil
	case f.o.Extension == "":
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		f.o.Extension = filepath.Join(home, "bua-extension")
	}
	var err error
	f.o.Extension, err = filepath.Abs(f.o.Extension)
	f.o.Unpack = extension.WriteTo
	return err
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
			return left, err
		}
	}
	if err := l.Apply(m, c); err != nil {
		return "", err
	}
	return "done", nil
}

// terminal is where somebody can be asked; false where nobody can.
func (a *cli) terminal() (*os.File, bool) {
	f, ok := a.in.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// ask asks the person at the terminal. Without one the answer is no.
func (a *cli) ask(in *bufio.Reader, question string) (bool, error) {
	if _, ok := a.terminal(); !ok {
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
			return usage("--extension-id: must be the id of an extension, 32 letters from a to p, as chrome://extensions shows it")
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
			if _, ok := a.terminal(); ok && !dry && !yes {
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
