package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/internal/nativehost"
)

// asNativeHost makes the command line out of the arguments with which a browser
// starts the program that a native host's manifest names: it can name no
// command there.
func asNativeHost(args []string) []string {
	if !nativehost.Called(args) {
		return args
	}
	return append([]string{"native-host"}, args...)
}

func (a *cli) nativeHostCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "native-host ORIGIN",
		Short: "Answer the extension, as the browser starts it",
		Long: `Answer one question of the extension, on stdin and stdout, in the browser's
native messages: where the backend is, which is started when none runs, and a
one-time code with which this browser pairs. The browser starts it, with the
extension's origin; bua install tells browsers of it.`,
		Example: "  bua native-host chrome-extension://" + app.ExtensionID + "/",
		Args:    args(cobra.ExactArgs(1)),
		Hidden:  true,
		RunE: func(c *cobra.Command, list []string) error {
			home, err := a.home()
			if err != nil {
				return err
			}
			accepted, err := home.Accepted()
			if err != nil {
				return err
			}
			h := nativehost.Host{Accepted: accepted, Answer: func(ctx context.Context, k nativehost.Kind) (nativehost.Answer, error) {
				return introduce(ctx, home, k)
			}}
			return h.Serve(c.Context(), list[0], a.in, a.out)
		},
	}
	c.Flags().String("parent-window", "", "given by browsers on Windows; it does nothing here")
	return c
}

// introduce starts the backend where none runs, and makes a code where one is
// asked for.
func introduce(ctx context.Context, home app.Home, k nativehost.Kind) (out nativehost.Answer, err error) {
	program, err := os.Executable()
	if err != nil {
		return out, err
	}
	client, err := app.Start(ctx, home, program)
	if err != nil || k == nativehost.KindStart {
		return out, err
	}
	code, err := client.Pair(ctx)
	return nativehost.Answer{ServerURL: code.ServerURL, Code: code.Code}, err
}
