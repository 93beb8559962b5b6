package main

import (
	"context"
	"runtime"
	"slices"
	"sync"
)

// minutes are the packages that take minutes, the longest first: what is begun
// last keeps one processor.
var minutes = []string{"tests/safety", "tests/actions", "tests/ui", "tests/runs", "tests/page", "tests/serviceworker", "tests/threats", "tests/direct", "tests/product"}

// halves are the packages of those that would outlast all others: the tests that match run in
// a job of their own, beside the rest.
var halves = map[string]string{"tests/actions": "^Test([A-FR]|Li)", "tests/ui": "^Test[A-N]"}

// longest takes these out of packages.
func longest(names []string) (long, rest []string) {
	for _, room := range minutes {
		if name := modulePath + "/" + room; slices.Contains(names, name) {
			long = append(long, name)
		}
	}
	return long, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(long, name) })
}

// side is how many jobs run side by side: one more than there are processors, since a test
// in a browser waits for a part of its time. More jobs keep each other waiting on a slow
// machine, until tests miss their limits.
func side() int { return runtime.NumCPU() + 1 }

// together does jobs in their order, as many at once as side says.
func together(ctx context.Context, jobs []func()) {
	places := make(chan struct{}, side())
	var all sync.WaitGroup
	for _, job := range jobs {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-places }()
			job()
		})
	}
	all.Wait()
}
