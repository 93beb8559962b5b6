package main

import (
	"context"
	"sync"
	"testing"

	"github.com/matryer/is"
)

func TestLongest(t *testing.T) {
	is := is.New(t)
	name := func(short string) string { return modulePath + "/tests/" + short }
	long, rest := longest([]string{name("actions"), name("agent"), name("safety"), name("ui")})
	is.Equal(long, []string{name("safety"), name("actions"), name("ui")})
	is.Equal(rest, []string{name("agent")})
}

// As many jobs are done at once as side says: the first ones only end when so many of
// them run.
func TestTogether(t *testing.T) {
	is := is.New(t)
	places := side()
	full := make(chan struct{})
	var mu sync.Mutex
	under, most, done := 0, 0, 0 // owned by mu
	var jobs []func()
	for range 3 * places {
		jobs = append(jobs, func() {
			mu.Lock()
			under++
			if under == places && most < places {
				close(full)
			}
			most = max(most, under)
			mu.Unlock()
			<-full
			mu.Lock()
			under--
			done++
			mu.Unlock()
		})
	}
	together(t.Context(), jobs)
	is.Equal(done, len(jobs))
	is.Equal(most, places)
}

// After an interrupt no further job begins.
func TestTogether_interrupted(t *testing.T) {
	is := is.New(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	together(ctx, []func(){func() { t.Error("a job began") }})
	is.True(ctx.Err() != nil)
}
