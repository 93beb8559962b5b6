package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"syscall"

	"github.com/zapvol/bua/backend/app"
)

// profileTo names a file for the processor profile of the backend under load.
// The product has no door for that: instead of the built bua, this program then
// runs as the backend, with the same rooms in it.
const (
	profileTo        = "BUA_TRUST_PROFILE"
	serveProfiledArg = "serve-profiled"
)

// serveProfiled is the backend: home, users, host. It profiles from one SIGUSR1
// to the next; beside it, in .heap, is what was allocated and what lives.
func serveProfiled(args []string) error {
	main, err := app.New(app.Options{Mode: app.Server, Home: app.Home(args[0]), UsersFile: args[1], Hosts: []string{args[2]}, Address: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	file, err := os.Create(os.Getenv(profileTo))
	if err != nil {
		return err
	}
	turn := make(chan os.Signal, 1)
	signal.Notify(turn, syscall.SIGUSR1)
	if err := main.Run(context.Background()); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "bua serves https://%s on %s. Profiled.\n", args[2], main.Address())
	<-turn
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	<-turn
	pprof.StopCPUProfile()
	if err := file.Close(); err != nil {
		return err
	}
	heap, err := os.Create(file.Name() + ".heap")
	if err != nil {
		return err
	}
	runtime.GC()
	if err := pprof.Lookup("allocs").WriteTo(heap, 0); err != nil {
		return err
	}
	if err := heap.Close(); err != nil {
		return err
	}
	select {}
}
