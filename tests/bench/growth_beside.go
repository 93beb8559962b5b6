package main

import (
	"context"
	"net"
	"slices"
	"sync"
	"time"
)

// byTabs reads 1 to 50 tabs at once.
func byTabs(ctx context.Context, base string, o options) (curve, error) {
	c := curve{Of: "tabs read at once", Unit: "ms for each tab", Lines: []line{{Name: "form"}, {Name: "article"}}}
	p, err := newProduct(ctx, o.binary, o.host)
	if err != nil {
		return c, err
	}
	defer p.close()
	for i, path := range []string{"/form", "/article"} {
		var tabs []int
		for _, n := range []int{1, 3, 10, 30, 50} {
			for len(tabs) < n {
				if err := p.open(ctx, base+path); err != nil {
					return c, err
				}
				tabs = append(tabs, p.tab)
				if err := p.tree(ctx); err != nil {
					return c, err
				}
			}
			var costs []time.Duration
			for range max(3, o.runs/4) {
				at := time.Now()
				if err := together(n, func(i int) error {
					_, err := p.call(ctx, map[string]any{"type": "extract", "tabId": tabs[i]})
					return err
				}); err != nil {
					return c, err
				}
				costs = append(costs, time.Since(at)/time.Duration(n))
			}
			c.Lines[i].add(n, median(costs))
		}
		for _, tab := range tabs {
			p.tab = tab
			if err := p.leave(ctx); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}

// byAgents has 1 to 8 agents, each with a process and a tab of its own, click and
// read side by side in one browser.
func byAgents(ctx context.Context, base string, o options) (curve, error) {
	c := curve{Of: "agents on one browser", Unit: "ms for each act", Lines: []line{{Name: "click"}, {Name: "read"}}}
	at, err := free()
	if err != nil {
		return c, err
	}
	p, err := newProduct(ctx, o.binary, o.host, "--listen", at)
	if err != nil {
		return c, err
	}
	defer p.close()
	agents := []*product{p}
	defer func() {
		for _, a := range agents[1:] {
			a.close()
		}
	}()
	for _, n := range []int{1, 2, 4, 8} {
		for len(agents) < n {
			a, err := p.beside(ctx, o.binary, at)
			if err != nil {
				return c, err
			}
			agents = append(agents, a)
		}
		for _, a := range agents[:n] {
			if a.tab == 0 {
				if err := a.open(ctx, base+"/form"); err != nil {
					return c, err
				}
				if err := a.tree(ctx); err != nil {
					return c, err
				}
			}
		}
		const acts = 10
		for i, do := range []func(*product) error{
			func(a *product) error { return a.click(ctx, "#send") },
			func(a *product) error { return a.tree(ctx) },
		} {
			var costs []time.Duration
			for range max(3, o.runs/4) {
				at := time.Now()
				if err := together(n, func(k int) error {
					for range acts {
						if err := do(agents[k]); err != nil {
							return err
						}
					}
					return nil
				}); err != nil {
					return c, err
				}
				costs = append(costs, time.Since(at)/time.Duration(n*acts))
			}
			c.Lines[i].add(n, median(costs))
		}
	}
	return c, nil
}

// free is an address of this machine that nobody listens on.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// together does n things at once and returns the first error.
func together(n int, do func(i int) error) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = do(i) })
	}
	all.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	return nil
}
