package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

// paintings are how often each page is opened in each of the two ways.
const paintings = 11

// painted is when a page has shown the largest thing on it and when it has loaded,
// in milliseconds. A page says the first only where it is in front.
const painted = `new Promise(done => addEventListener("load", () => setTimeout(() => {
  let last = 0;
  new PerformanceObserver(list => { for (const e of list.getEntries()) last = e.startTime; }).observe({type: "largest-contentful-paint", buffered: true});
  setTimeout(() => done([last, performance.getEntriesByType("navigation")[0].loadEventEnd]), 500);
}, 500)))`

// paint opens the first page of each application in a browser in front, without bua's engine and
// with it brought there as a debugger brings it ahead: once the document has been parsed.
func (s *setting) paint(ctx context.Context) error {
	if err := s.absolute(); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(s.binary), "extension", "engine.js"))
	if err != nil {
		return err
	}
	c, b, err := cdp.Start(ctx, chromium.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	defer c.Close()
	fmt.Printf("%-14s %20s %20s\n", "milliseconds", "largest paint", "load")
	fmt.Printf("%-14s %9s %10s %9s %10s\n", "", "without", "with", "without", "with")
	for _, app := range applications() {
		if !s.only.MatchString(app.name + "/") {
			continue
		}
		p, done, err := s.place(ctx, app, io.Discard)
		if err != nil {
			return fmt.Errorf("%s: %w", app.name, err)
		}
		var times [2][2][]float64 // of paint and load, without and with
		for i := 0; i < 2*(paintings+1) && err == nil; i++ {
			var took [2]float64
			if took, err = onePage(ctx, c, p.url(app.tasks[0].path), []string{"", string(text)}[i%2]); i > 1 {
				times[0][i%2] = append(times[0][i%2], took[0])
				times[1][i%2] = append(times[1][i%2], took[1])
			}
		}
		done()
		if err != nil {
			return fmt.Errorf("%s: %w", app.name, err)
		}
		fmt.Printf("%-14s %9.0f %10.0f %9.0f %10.0f\n", app.name, middle(times[0][0]), middle(times[0][1]), middle(times[1][0]), middle(times[1][1]))
	}
	return nil
}

func middle(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// onePage opens a page, with the engine unless that is "", and returns when it was painted and loaded.
func onePage(ctx context.Context, c *cdp.Conn, url, engine string) (took [2]float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	session, target, err := c.NewPage(ctx, "about:blank")
	if err != nil {
		return took, err
	}
	defer func() { _ = c.CloseTarget(ctx, target) }()
	send := func(method string, params any, out any) {
		if err == nil {
			err = c.Send(ctx, session, method, params, out)
		}
	}
	var tree struct {
		FrameTree struct{ Frame struct{ ID string } }
	}
	send("Page.enable", nil, nil)
	send("Page.bringToFront", nil, nil)
	send("Page.getFrameTree", nil, &tree)
	send("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "globalThis.__painted=" + painted}, nil)
	parsed := make(chan struct{}, 1)
	off := c.On(func(e cdp.Event) {
		if e.Session == session && e.Method == "Page.domContentEventFired" {
			select {
			case parsed <- struct{}{}:
			default:
			}
		}
	})
	defer off()
	send("Page.navigate", map[string]any{"url": url}, nil)
	if err != nil {
		return took, err
	}
	select {
	case <-parsed:
	case <-ctx.Done():
		return took, ctx.Err()
	}
	if engine != "" {
		var world struct{ ExecutionContextID int }
		send("Page.createIsolatedWorld", map[string]any{"frameId": tree.FrameTree.Frame.ID, "worldName": "bua", "grantUniveralAccess": true}, &world)
		send("Runtime.evaluate", map[string]any{"expression": engine, "contextId": world.ExecutionContextID}, nil)
	}
	var out struct {
		Result struct{ Value json.RawMessage }
	}
	send("Runtime.evaluate", map[string]any{"expression": "__painted", "awaitPromise": true, "returnByValue": true}, &out)
	if err == nil {
		err = json.Unmarshal(out.Result.Value, &took)
	}
	return took, err
}
