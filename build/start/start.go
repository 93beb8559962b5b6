// Package start shows bua at work: it runs the built binary, a Chromium with
// the extension paired to it, and an agent that makes one round trip through
// the whole chain. It uses the product from outside, as a person would, and
// never its packages, except for launching the browser.
package start

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/progress"
)

// Options says what to start.
type Options struct {
	// Binary is the built bua.
	Binary string
	// Model is the built program that stands in for a model.
	Model string
	// Log is the file that gets what the backend says.
	Log string
	Say *progress.Printer
	// Once ends after the round trip and leaves nothing: it uses a
	// configuration folder and a port of its own.
	Once bool
	// Headless shows no window; without a display there is none anyway.
	Headless bool
	// NoSandbox starts Chromium without its sandbox, as it always is as root.
	NoSandbox bool
}

// Run starts everything, makes the round trip and, unless Once, serves until
// ctx ends.
func Run(ctx context.Context, o Options) error {
	temp, err := os.MkdirTemp("", "bua-start-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	var env []string
	if o.Once {
		env = []string{"BUA_CONFIG_DIR=" + filepath.Join(temp, "config")}
	}
	if !o.Headless && !display() {
		o.Say.Note("start", "there is no display: the browser runs headless")
		o.Headless = true
	}
	b := &backend{binary: o.Binary, env: env}
	err = o.Say.Do("start", "starting the backend with its embedded store", func() (string, error) {
		if err := b.start(ctx, o.Log, o.Once); err != nil {
			return "", err
		}
		return "bua serve, " + b.status.Address, nil
	})
	if err != nil {
		return err
	}
	defer b.close()

	var browser *chromium.Browser
	var device string
	err = o.Say.Do("start", "starting Chromium with the extension", func() (string, error) {
		var err error
		browser, device, err = launch(ctx, o, b, filepath.Join(temp, "extension"))
		return "paired and connected", err
	})
	if browser != nil {
		defer browser.Close()
	}
	if err != nil {
		return err
	}
	defer b.forget(device)
	if err := demonstrate(ctx, o, env, device); err != nil {
		return fmt.Errorf("the round trip failed: %w\nWhat the backend said is in %s", err, o.Log)
	}
	if err := task(ctx, o, env, device); err != nil {
		return fmt.Errorf("the task in words failed: %w\nWhat the backend said is in %s", err, o.Log)
	}
	if o.Once {
		return nil
	}
	if err := connection(o, b.status.Address); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		o.Say.Note("start", "ending")
		return nil
	case <-browser.Done():
		o.Say.Note("start", "the browser was closed: ending")
		return nil
	case err := <-b.done:
		return fmt.Errorf("the backend ended by itself: %w; see %s", errors.Join(err, errors.New("no reason given")), o.Log)
	}
}

// launch writes the extension with a one-time code beside it, starts the
// browser and waits until it has paired itself. It returns the device's id.
func launch(ctx context.Context, o Options, b *backend, dir string) (*chromium.Browser, string, error) {
	known := map[string]bool{}
	for _, d := range b.status.Devices {
		known[d.ID] = true
	}
	if _, err := command.Run(ctx, command.Cmd{Env: b.env, Argv: []string{o.Binary, "extension", "--out", dir, "--pair"}}); err != nil {
		return nil, "", err
	}
	browser, err := chromium.Launch(ctx, chromium.Options{Extension: dir, Headless: o.Headless, NoSandbox: o.NoSandbox})
	if err != nil {
		return nil, "", err
	}
	if browser.Unsandboxed != "" {
		o.Say.Note("start", "Chromium runs without its sandbox: %s", browser.Unsandboxed)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if err := b.ask(ctx); err == nil {
			if device := b.newcomer(known); device != "" {
				return browser, device, nil
			}
		}
		select {
		case <-ctx.Done():
			return browser, "", fmt.Errorf("the extension did not connect within a minute; see %s, and chrome://extensions in the browser", o.Log)
		case <-browser.Done():
			return browser, "", fmt.Errorf("the browser ended at once; try `chromium --version` in this terminal: %w", browser.Ended())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// demonstrate makes the round trip with a client of its own.
func demonstrate(ctx context.Context, o Options, env []string, device string) error {
	s, err := openShop()
	if err != nil {
		return err
	}
	defer s.close()
	a, err := connect(ctx, []string{o.Binary, "mcp"}, env, device)
	if err != nil {
		return err
	}
	defer a.close()
	begin := time.Now()
	if err := roundTrip(ctx, a, s, o.Say); err != nil {
		return err
	}
	o.Say.Note("start", "an agent opened a page, read it, clicked and saw the effect: %s", progress.Elapsed(time.Since(begin)))
	return nil
}

// connection prints how to connect an agent.
func connection(o Options, address string) error {
	type server struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	config, err := json.MarshalIndent(map[string]any{"mcpServers": map[string]server{"browser": {o.Binary, []string{"mcp"}}}}, "    ", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Say, `
Connect your agent: put this into the configuration of its MCP client.

    %s

It then has one tool, browser, and works in the Chromium that has just opened.
Or give bua's own agent a task, with a model of yours (%s models --help):
              %s run "what is to be done"
Without MCP:  %s act '{"type":"get_tabs"}'
Over HTTP:    http://%s/mcp   (see %s serve --help)

Serving until Ctrl-C. The backend's log is %s.
`, config, o.Binary, o.Binary, o.Binary, address, o.Binary, o.Log)
	return err
}

func display() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
