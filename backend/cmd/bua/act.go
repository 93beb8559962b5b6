package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/steps"
)

func (a *cli) actCommand() *cobra.Command {
	var device, out, read string
	var raw, asText bool
	c := &cobra.Command{
		Use:   "act [JSON]",
		Short: "Run one action in the browser, or several",
		Long: `Run one action and print its result as JSON. The action is the argument or,
without one or with -, what stands on stdin. A list of up to 20 actions is done
in order, until one fails, opens a dialog or leads to another page; what came of
each stands in steps. It needs a running backend (bua serve).

Exit codes: 0 done, 1 the action failed (the error is printed as JSON; where its
outcome is not_done nothing has happened, where it is unknown it may have),
2 the action or the command line is wrong, 3 no backend answers.`,
		Example: `  bua act '{"type":"open_tab","url":"https://example.com"}'
  bua act '{"type":"extract","tabId":42}' --text
  bua act '{"type":"screenshot","tabId":42}' --out page.jpg
  bua act '[{"type":"click","selector":"#add","tabId":42},{"type":"press_key","key":"Enter","tabId":42}]' --read changes
  echo '{"type":"get_tabs"}' | bua act --raw`,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, list []string) error {
			data, err := a.action(list)
			if err != nil {
				return err
			}
			if several := bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")); several || read != "" {
				if asText || out != "" {
					return usage("--text and --out: one action alone, without --read")
				}
				return a.steps(c.Context(), device, argument(data, several, read), raw)
			}
			action, err := protocol.DecodeFromAgent(data)
			if err != nil {
				return a.failed(err, raw)
			}
			client, err := a.client(c.Context())
			if err != nil {
				return err
			}
			r, err := client.Do(protocol.WithCaller(c.Context(), protocol.Caller{Agent: "bua act"}), device, action)
			if err != nil {
				return a.failed(err, raw)
			}
			return a.print(r, raw, asText, out)
		},
	}
	a.clientFlags(c)
	f := c.Flags()
	f.StringVar(&device, "device", "", "which browser, when more than one is connected: its id or name")
	f.BoolVar(&raw, "raw", false, "print the result on one line, exactly as on the wire")
	f.BoolVar(&asText, "text", false, "print the compact text that an agent's model gets")
	f.StringVar(&out, "out", "", "write a screenshot's image to this file")
	f.StringVar(&read, "read", "", "what to read of the page afterwards: changes, page or none")
	c.MarkFlagsMutuallyExclusive("raw", "text")
	return c
}

// argument is the tool's argument for what stands on the command line.
func argument(data []byte, several bool, read string) []byte {
	name := "action"
	if several {
		name = "actions"
	}
	if read == "" {
		read = "none"
	}
	out, _ := json.Marshal(read)
	return fmt.Appendf(nil, `{"%s":%s,"read":%s}`, name, data, out)
}

// steps runs several actions, or one with a reading.
func (a *cli) steps(ctx context.Context, device string, argument []byte, raw bool) error {
	if _, _, err := steps.Decode(argument); err != nil {
		return a.failed(err, raw)
	}
	client, err := a.client(ctx)
	if err != nil {
		return err
	}
	body, failed, err := client.Steps(protocol.WithCaller(ctx, protocol.Caller{Agent: "bua act"}), device, argument)
	if err != nil {
		return a.failed(err, raw)
	}
	a.json(body, raw)
	if failed {
		return &saidError{protocol.NewError(protocol.CodeInternal, "an action failed")}
	}
	return nil
}

// action reads the action from the argument or from stdin.
func (a *cli) action(list []string) ([]byte, error) {
	if len(list) == 1 && list[0] != "-" {
		return []byte(list[0]), nil
	}
	if f, ok := a.in.(*os.File); ok && len(list) == 0 {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return nil, usage(`the action is missing: give it as an argument, such as '{"type":"get_tabs"}', or on stdin`)
		}
	}
	data, err := io.ReadAll(io.LimitReader(a.in, protocol.MaxToExtension+1))
	if err != nil {
		return nil, err
	}
	if len(data) > protocol.MaxToExtension {
		return nil, protocol.NewError(protocol.CodeInvalidAction, fmt.Sprintf("action must be at most %d bytes; send less at once", protocol.MaxToExtension))
	}
	return data, nil
}

// failed prints a coded error as JSON, so that a script reads one format.
func (a *cli) failed(err error, raw bool) error {
	if errors.Is(err, httpapi.ErrNoBackend) || errors.Is(err, httpapi.ErrStranger) {
		return err
	}
	e := protocol.AsError(err)
	data, _ := json.Marshal(map[string]*protocol.Error{"error": e})
	a.json(data, raw)
	return &saidError{e}
}

func (a *cli) print(r protocol.Result, raw, asText bool, out string) error {
	if out != "" {
		shot, ok := r.(protocol.ScreenshotResult)
		if !ok {
			return usage("--out: only a screenshot has an image")
		}
		image, err := mcp.Image(shot)
		if err != nil {
			return err
		}
		return os.WriteFile(out, image, 0o600)
	}
	if asText {
		_, err := io.WriteString(a.out, strings.TrimRight(mcp.Text(r), "\n")+"\n")
		return err
	}
	a.json(protocol.AppendResult(nil, r), raw)
	return nil
}
