package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
)

// The exit codes.
const (
	exitOK        = 0
	exitFailed    = 1 // the action or the command failed
	exitUsage     = 2 // the command line, or the action, is wrong
	exitNoBackend = 3 // no backend answers
)

// cli is what the commands share.
type cli struct {
	in       io.Reader
	out, err io.Writer

	// Persistent flags.
	configDir, server, tokenFile string
	logFormat                    string
	verbose                      bool
}

// run runs one command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	a := &cli{in: in, out: out, err: errs}
	root := a.root()
	root.SetArgs(asNativeHost(args))
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var said *saidError
	if !errors.As(err, &said) {
		_, _ = io.WriteString(errs, "bua: "+strings.TrimSpace(err.Error())+"\n")
		if help := remedy(codeOf(err), ""); help != "" && !strings.Contains(err.Error(), "bua models") { // what this machine says itself has it
			_, _ = io.WriteString(errs, "  "+help+"\n")
		}
	}
	return exitCode(err)
}

// saidError is a failure that the command has already printed.
type saidError struct{ error }

func (e *saidError) Unwrap() error { return e.error }

// usageError is a wrong command line.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func usage(text string) error { return &usageError{errors.New(text)} }

func exitCode(err error) int {
	var usage *usageError
	var waits *waitsError
	switch {
	case errors.As(err, &waits):
		return exitWaits
	case errors.Is(err, httpapi.ErrNoBackend), errors.Is(err, httpapi.ErrStranger):
		return exitNoBackend
	case errors.As(err, &usage), errors.Is(err, protocol.NewError(protocol.CodeInvalidAction, "")):
		return exitUsage
	default:
		return exitFailed
	}
}

func (a *cli) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "bua",
		Short: "Let an AI agent work in the browser you are logged in to",
		Long: `bua connects an AI agent to your own Chromium, through an extension that you
can watch and stop. An agent gets one tool, browser; you keep a blocklist.

Start with one of:
  bua mcp --launch      an MCP server with a browser of its own, nothing to set up
  bua install           tell your browsers and your agents of bua, asking first
  bua serve             a backend for the browser you use; then bua pair`,
		Example: `  bua mcp --launch --headless
  bua serve
  bua pair
  bua act '{"type":"open_tab","url":"https://example.com"}'`,
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	f := root.PersistentFlags()
	f.StringVar(&a.configDir, "config-dir", "", "folder of the token, the pairings and the audit (default: BUA_CONFIG_DIR, else bua in your configuration folder)")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "log every call to stderr (never page content)")
	f.StringVar(&a.logFormat, "log-format", "text", "of what is logged to stderr: text or json")
	complete(root, "log-format", "text", "json")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if a.logFormat != "text" && a.logFormat != "json" {
			return usage("--log-format: must be text or json")
		}
		return nil
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage(err.Error() + "; see " + c.CommandPath() + " --help")
	})
	root.AddCommand(a.serveCommand(), a.mcpCommand(), a.actCommand(), a.runCommand(), a.runsCommand(), a.scheduleCommand(), a.modelsCommand(), a.downloadCommand(), a.uploadCommand(), a.statusCommand(), a.doctorCommand(), a.pairCommand(),
		a.devicesCommand(), a.secretCommand(), a.auditCommand(), a.backupCommand(), a.restoreCommand(), a.policyCommand(), a.extensionCommand(), a.usersCommand(), a.nativeHostCommand(), a.installCommand(), a.uninstallCommand(), a.versionCommand())
	return root
}

// log writes to stderr: what matters, or with --verbose everything.
func (a *cli) log() *slog.Logger {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelInfo
	}
	return a.logAt(level)
}

// logAt logs one event a line, as text or JSON, from a level on.
func (a *cli) logAt(level slog.Level) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if a.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(a.err, o))
	}
	return slog.New(slog.NewTextHandler(a.err, o))
}

func (a *cli) home() (app.Home, error) { return app.FindHome(a.configDir) }

// args wraps a check of positional arguments so that it exits as wrong usage.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, list []string) error {
		if err := check(c, list); err != nil {
			return usage(err.Error() + "; see " + c.CommandPath() + " --help")
		}
		return nil
	}
}
