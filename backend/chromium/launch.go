package chromium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Options says what to launch.
type Options struct {
	// Path of the browser, "" to find one.
	Path string
	// Extension is the folder of the unpacked extension, "" for none.
	Extension string
	// UserDataDir is the profile; "" makes a temporary one that Close removes.
	UserDataDir string
	// Headless runs without a window.
	Headless bool
	// Windowless, with Headless, also opens none that nobody sees, which takes its
	// time. The browser then does not end with its last tab. It never answers
	// an extension that declares policies what they are.
	Windowless bool
	// Debug opens a DevTools port on loopback, for tests; see [Browser.DevTools].
	Debug bool
	// Pipe talks DevTools over a pipe instead of a port, which nobody else can
	// reach; see [Browser.From]. Not on Windows.
	Pipe bool
	// NoSandbox runs the browser without its sandbox, as it always does as root:
	// a page that takes a renderer over then has this user's rights.
	NoSandbox bool
	// RequireSandbox refuses to start a browser that would run without it.
	RequireSandbox bool
	// URL is the first page, about:blank when empty.
	URL string
	// Args are further switches.
	Args []string
	// Env is added to the environment.
	Env []string
}

// Browser is a running browser process.
type Browser struct {
	// UserDataDir is its profile folder.
	UserDataDir string
	// DevTools is the ws:// address of the browser target when Options.Debug.
	DevTools string
	// Unsandboxed says why it runs without its sandbox, "" when it does not.
	Unsandboxed string

	// From and To are the ends of the DevTools pipe when Options.Pipe: what the
	// browser says, and what is said to it. They are the caller's to close,
	// which also ends the browser.
	From, To *os.File

	cmd    *exec.Cmd
	done   chan struct{}
	temp   bool
	close  sync.Once
	stderr *tail
}

// Launch starts a browser. ctx bounds the start only; the browser runs until
// Close or until it ends by itself (see Done).
func Launch(ctx context.Context, o Options) (*Browser, error) {
	why, err := o.Unsandboxed()
	if err != nil {
		return nil, err
	}
	path, err := Find(o.Path)
	if err != nil {
		return nil, err
	}
	if o.Extension != "" {
		if err := takes(ctx, path); err != nil {
			return nil, err
		}
	}
	b := &Browser{Unsandboxed: why, UserDataDir: o.UserDataDir, done: make(chan struct{}), stderr: &tail{}}
	if b.UserDataDir == "" {
		if b.UserDataDir, err = os.MkdirTemp("", "bua-profile-"); err != nil {
			return nil, err
		}
		b.temp = true
		if err = tidy(b.UserDataDir); err != nil {
			b.cleanup()
			return nil, err
		}
	}
	port := filepath.Join(b.UserDataDir, "DevToolsActivePort")
	if o.Debug {
		_ = os.Remove(port)
	}
	b.cmd = exec.Command(path, flags(o, b.UserDataDir, why != "")...)
	b.cmd.Env = append(os.Environ(), o.Env...)
	b.cmd.Stderr = b.stderr
	group(b.cmd)
	theirs, err := b.pipe(o.Pipe)
	if err == nil {
		err = b.run()
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	if err != nil {
		b.cleanup()
		return nil, err
	}
	if o.Debug {
		if b.DevTools, err = b.awaitDevTools(ctx, port); err != nil {
			b.Close()
			return nil, err
		}
	}
	return b, nil
}

// tidy makes a temporary profile keep its downloads to itself, so that they go
// when it goes and the person's own folder stays as it is.
func tidy(profile string) error {
	pref, err := json.Marshal(map[string]any{"download": map[string]any{
		"default_directory": filepath.Join(profile, "Downloads"), "prompt_for_download": false,
	}})
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(profile, "Default"), 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(profile, "Default", "Preferences"), pref, 0o600)
}

// pipe gives the browser the ends that it expects, as files 3 and 4, and
// returns them to be closed here once it has them.
func (b *Browser) pipe(wanted bool) (theirs []*os.File, err error) {
	if !wanted {
		return nil, nil
	}
	read, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, write, err := os.Pipe()
	if err != nil {
		_, _ = read.Close(), to.Close()
		return nil, err
	}
	b.From, b.To = from, to
	b.cmd.ExtraFiles = []*os.File{read, write}
	return b.cmd.ExtraFiles, nil
}

// run starts the process and waits for its end in a goroutine that keeps its
// thread, since on Linux the browser ends with the thread that started it.
func (b *Browser) run() error {
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := b.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = b.cmd.Wait()
		// Whatever it left behind; later the number could be another's.
		kill(b.cmd)
		close(b.done)
	}()
	return <-started
}

// windowSize gives pages a desktop's viewport, 1280 × 800 and more: without it a
// headless browser's is 780 × 493, where pages hide columns and menus. A switch
// of the caller's comes later and wins.
const windowSize = "1296,960"

// unseen are features that only a person at a window uses: with each window the browser
// loads two pages for what its address bar suggests. They took more than half of a
// headless start (docs/adr/0081).
const unseen = ",WebUIOmniboxPopup,WebUIOmniboxAimPopup"

func flags(o Options, dir string, unsandboxed bool) []string {
	without := "--disable-features=Translate,MediaRouter,OptimizationHints"
	if o.Headless {
		without += unseen
	}
	args := []string{
		"--user-data-dir=" + dir,
		"--no-first-run", "--no-default-browser-check",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		without,
	}
	if o.Extension != "" {
		args = append(args, "--disable-extensions-except="+o.Extension, "--load-extension="+o.Extension)
	}
	if o.Headless {
		args = append(args, "--headless=new", "--disable-gpu", "--mute-audio", "--window-size="+windowSize)
	}
	if unsandboxed {
		args = append(args, "--no-sandbox")
	}
	if o.Debug {
		args = append(args, "--remote-debugging-port=0")
	}
	if o.Pipe {
		args = append(args, "--remote-debugging-pipe")
	}
	args = append(args, o.Args...)
	if o.Headless && o.Windowless {
		return append(args, "--no-startup-window", "--keep-alive-for-test")
	}
	url := o.URL
	if url == "" {
		url = "about:blank"
	}
	return append(args, url)
}

func (b *Browser) awaitDevTools(ctx context.Context, file string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		data, err := os.ReadFile(file)
		if lines := strings.Split(string(data), "\n"); err == nil && len(lines) >= 2 {
			return "ws://127.0.0.1:" + lines[0] + lines[1], nil
		}
		select {
		case <-b.done:
			return "", fmt.Errorf("the browser ended at once: %w", b.Ended())
		case <-ctx.Done():
			return "", errors.New("the browser did not open its DevTools port: " + b.stderr.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Done is closed when the browser has ended.
func (b *Browser) Done() <-chan struct{} { return b.done }

// Pid returns the browser's process id.
func (b *Browser) Pid() int { return b.cmd.Process.Pid }

// Close ends the browser and removes a temporary profile. Idempotent.
func (b *Browser) Close() {
	b.close.Do(func() {
		select {
		case <-b.done:
		default:
			b.stop()
		}
		b.cleanup()
	})
}

func (b *Browser) stop() {
	terminate(b.cmd)
	select {
	case <-b.done:
	case <-time.After(5 * time.Second):
		kill(b.cmd)
		<-b.done
	}
}

// cleanup removes a temporary profile. A helper process may write a last file
// while we delete, so it tries more than once.
func (b *Browser) cleanup() {
	for range 20 {
		if !b.temp || os.RemoveAll(b.UserDataDir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Stderr is the end of what the browser has said, to find out why it ended.
func (b *Browser) Stderr() string { return b.stderr.String() }

// tail keeps the last bytes of what the browser says.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// Write keeps the end of the stream.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if n := len(t.data) - 4096; n > 0 {
		t.data = append(t.data[:0], t.data[n:]...)
	}
	return len(p), nil
}

// String returns what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data)
}
