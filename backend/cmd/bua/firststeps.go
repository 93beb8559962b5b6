package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/guide"
	"github.com/zapvol/bua/backend/internal/install"
	"github.com/zapvol/bua/core/protocol"
)

const (
	// loads is how long a person may take to load the extension: as long as its code is good.
	loads = 10 * time.Minute
	// returns is how long the first press waits for somebody to look, and presses how long it
	// may take.
	returns, presses = time.Minute, time.Minute
)

// firstSteps takes a person from the extension's folder to an agent's first press in their
// own browser.
type firstSteps struct {
	*cli
	machine   install.Machine
	home      app.Home
	program   string
	extension string
}

// run shows the page, waits for the extension, and has an agent press the page's button.
func (f *firstSteps) run(ctx context.Context) error {
	client, err := app.Start(ctx, f.home, f.program)
	if err != nil {
		return err
	}
	before, err := client.Status(ctx)
	if err != nil {
		return err
	}
	there := connected(before)
	if there == "" { // the extension that is loaded connects itself, by a code in its folder
		code, err := client.Pair(ctx)
		if err != nil {
			return err
		}
		if err := app.WriteBootstrap(f.extension, code.ServerURL, code.Code, ""); err != nil {
			return err
		}
	}
	defer os.Remove(filepath.Join(f.extension, app.Bootstrap))
	g, err := guide.Open(f.extension)
	if err != nil {
		return err
	}
	defer g.Close()
	if name, err := f.machine.Show(g.URL); err == nil {
		fmt.Fprintf(f.out, "\n%s shows what to do next: %s\n", name, g.URL)
	} else {
		fmt.Fprintf(f.out, "\nOpen this address in the browser that is to have bua: %s\n", g.URL)
	}
	if there == "" {
		fmt.Fprintf(f.out, "In chrome://extensions, switch on Developer mode, press \"Load unpacked\" and choose\n  %s\n", plain(f.extension))
	} else {
		fmt.Fprintf(f.out, "%s is connected already. Press the arrow at the extension in chrome://extensions when its version is new.\n", there)
	}
	fmt.Fprintln(f.err, "Waiting ten minutes for it; Ctrl-C ends the wait, and what is installed stays.")
	ctx, cancel := context.WithTimeout(ctx, loads)
	defer cancel()
	device, tab, err := f.find(ctx, client, g)
	if err != nil {
		return err
	}
	g.Say(guide.Connected, "")
	fmt.Fprintf(f.out, "connected  %s %s\n", device.ID, plain(device.Name))
	if err := press(ctx, client, g, device.ID, tab); err != nil { // what was to be installed is
		g.Say(guide.Refused, protocol.AsError(err).Message)
		fmt.Fprintf(f.out, "The first press was not made: %s\n", plain(protocol.AsError(err).Message))
	} else {
		g.Say(guide.Done, "")
		fmt.Fprintln(f.out, "An agent has pressed the button on that page: bua works.")
	}
	select { // the page asks once more, before nobody answers it
	case <-g.Told():
	case <-time.After(2 * time.Second):
	}
	return nil
}

// connected are the names of the browsers that are.
func connected(s httpapi.Status) string {
	var list []string
	for _, d := range s.Devices {
		if d.Connected {
			list = append(list, plain(d.Name))
		}
	}
	return strings.Join(list, ", ")
}

// find waits for a browser that is connected and shows the guide's page.
func (f *firstSteps) find(ctx context.Context, client *httpapi.Client, g *guide.Guide) (httpapi.Device, int, error) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	without := "" // a browser that answers and does not have the page
	for {
		s, err := client.Status(ctx)
		if err != nil {
			return httpapi.Device{}, 0, err
		}
		for _, d := range s.Devices {
			if !d.Connected {
				continue
			}
			result, err := client.Do(firstCaller(ctx), d.ID, protocol.GetTabs{})
			if err != nil {
				continue // a screen that is locked, or a browser that has just gone
			}
			tabs, _ := result.(protocol.TabsResult)
			for _, t := range tabs {
				if t.URL == g.URL {
					return d, t.TabID, nil
				}
			}
			without = plain(d.Name)
		}
		select {
		case <-ctx.Done():
			if without != "" {
				return httpapi.Device{}, 0, fmt.Errorf("%s is connected and shows no agent the page: it is open in another browser, or the profile is strict, where an agent sees no tab of the person's; what is installed stays", without)
			}
			return httpapi.Device{}, 0, errors.New("no browser that shows the page has connected; what is installed stays: run it again, or see bua doctor")
		case <-tick.C:
		}
	}
}

// press has an agent press the button of the page, once somebody looks at it.
func press(ctx context.Context, client *httpapi.Client, g *guide.Guide, device string, tab int) error {
	select {
	case <-g.Seen(): // of before
	default:
	}
	select {
	case <-g.Seen():
	case <-time.After(returns):
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(firstCaller(ctx), presses)
	defer cancel()
	if _, err := client.Do(ctx, device, protocol.ClaimTab{TabID: tab}); err != nil {
		return err
	}
	defer func() { _, _ = client.Do(ctx, device, protocol.ReleaseTab{TabID: tab}) }()
	click := protocol.Click{Target: protocol.Target{Selector: guide.Button}, OnTab: protocol.OnTab{TabID: tab}}
	if _, err := client.Do(ctx, device, click); err != nil {
		return err
	}
	select {
	case trusted := <-g.Pressed():
		if !trusted {
			return protocol.NewError(protocol.CodeInternal, "the page saw a press that is no person's")
		}
		return nil
	case <-ctx.Done():
		return protocol.NewError(protocol.CodeInternal, "the page saw no press")
	}
}

func firstCaller(ctx context.Context) context.Context {
	return protocol.WithCaller(ctx, protocol.Caller{Agent: "bua install"})
}
