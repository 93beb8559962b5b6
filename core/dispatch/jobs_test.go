package dispatch

import (
	"context"
	"testing"
)

// TestJobs_Meanwhile: one that begins while somebody waits is no race.
func TestJobs_Meanwhile(t *testing.T) {
	var j jobs
	begun := make(chan struct{})
	go func() {
		defer close(begun)
		for range 1000 {
			j.run(func() {})
		}
	}()
	for range 1000 {
		j.wait(t.Context())
	}
	<-begun
	j.wait(t.Context())
	if j.n != 0 {
		t.Errorf("%d are counted when all have ended", j.n)
	}
}

func TestJobs_Wait(t *testing.T) {
	var j jobs
	goOn, ended := make(chan struct{}), false
	j.run(func() {
		<-goOn
		ended = true
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j.wait(ctx) // gives up
	close(goOn)
	if j.wait(t.Context()); !ended {
		t.Error("wait ended before the job did")
	}
}
