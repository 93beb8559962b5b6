package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// application is a real application and what is done in it.
type application struct {
	name string
	// start brings it up in a folder of its own with the data that it has at first.
	start func(ctx context.Context, p *place) error
	tasks []task
}

// task is one thing to do, from a page on.
type task struct {
	name, path string
	steps      []step
	judge      judge
}

// judge says what is wrong with the application's data, nil when the task is
// solved.
type judge func(ctx context.Context, p *place) error

// place is where an application runs.
type place struct {
	// dir is its folder, empty at first.
	dir string
	// modules is the folder of the npm modules, debian that of unpacked packages.
	modules, debian string
	// port is a free port on loopback.
	port int
	log  io.Writer
	stop []func()
	// more adds what a page of ours needs of its server besides.
	more func(*http.ServeMux)
}

func (p *place) url(path string) string { return "http://127.0.0.1:" + strconv.Itoa(p.port) + path }

func (p *place) file(name string) string { return filepath.Join(p.dir, name) }

func (p *place) close() {
	for _, f := range p.stop {
		f()
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// run runs a program of the application to its end.
func (p *place) run(ctx context.Context, argv ...string) (string, error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, &out, p.log
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%v: %w", argv, err)
	}
	return out.String(), nil
}

// serve starts a server of the application and waits until it answers a path. It
// asks again and again, for no program says in the same way when it is ready.
func (p *place) serve(ctx context.Context, path string, argv ...string) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, p.log, p.log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	p.stop = append(p.stop, func() { _ = cmd.Process.Kill(); <-ended })
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("%v ended: %w", argv, err)
		default:
		}
		if _, err := p.get(ctx, path); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%v does not answer %s", argv, path)
}

func (p *place) get(ctx context.Context, path string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url(path), nil)
	if err != nil {
		return "", err
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = a.Body.Close() }()
	data, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode >= 400 {
		err = errors.New(a.Status)
	}
	return string(data), err
}

func (p *place) write(name, text string) error {
	path := p.file(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// answers judges what the application's own API answers.
func answers(path, pattern string) judge {
	return matches(pattern, func(ctx context.Context, p *place) (string, error) { return p.get(ctx, path) })
}

// stored judges a file that the application keeps.
func stored(name, pattern string) judge {
	return matches(pattern, func(_ context.Context, p *place) (string, error) {
		data, err := os.ReadFile(p.file(name))
		return string(data), err
	})
}

// matches judges text, for some seconds: an application may keep its data late.
func matches(pattern string, look func(context.Context, *place) (string, error)) judge {
	re := regexp.MustCompile(pattern)
	return func(ctx context.Context, p *place) error {
		var said string
		var err error
		for until := time.Now().Add(4 * time.Second); time.Now().Before(until); pause(ctx) {
			if said, err = look(ctx, p); err == nil && re.MatchString(said) {
				return nil
			}
		}
		if err != nil {
			return fmt.Errorf("the data: %w", err)
		}
		return fmt.Errorf("the data has no %s: %.300s", pattern, said)
	}
}

// lacks judges that the application's API answers without it.
func lacks(path, pattern string) judge {
	return without(pattern, func(ctx context.Context, p *place) (string, error) { return p.get(ctx, path) })
}

// without judges that text is there and has it no more.
func without(pattern string, look func(context.Context, *place) (string, error)) judge {
	re := regexp.MustCompile(pattern)
	return matches("^gone$", func(ctx context.Context, p *place) (string, error) {
		said, err := look(ctx, p)
		if err == nil && !re.MatchString(said) {
			said = "gone"
		}
		return said, err
	})
}
