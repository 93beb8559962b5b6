package install

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
)

// Machine is where it is installed. Tests make one in a folder of their own.
type Machine struct {
	// System is as runtime.GOOS.
	System string
	// Root stands before every path of the machine's own; "" for the real one.
	Root string
	// Home is the person's folder, Config and Data where their programs keep
	// settings: on Windows AppData's Roaming and Local.
	Home, Config, Data string
	// User is the person's name, as the system has it.
	User string
	// Has reports whether a program is on the PATH.
	Has func(program string) bool
	// Run runs a program of the system, and returns what it says for an error.
	Run func(program string, args ...string) error
	// Ask runs one and returns what it prints, "" when it fails.
	Ask func(program string, args ...string) string
	// Start starts a program that stays.
	Start func(program string, args ...string) error
}

// Here is this machine, for the person who runs this.
func Here() (Machine, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return Machine{}, err
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return Machine{}, err
	}
	data, err := os.UserCacheDir() // LocalAppData on Windows, where alone it is used
	if err != nil {
		return Machine{}, err
	}
	who, err := user.Current()
	if err != nil {
		return Machine{}, err
	}
	return Machine{User: who.Username, System: runtime.GOOS, Home: home, Config: config, Data: data, Has: has, Run: run, Ask: ask, Start: start}, nil
}

func has(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

func run(program string, args ...string) error {
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		return &CommandError{Said: string(out), Err: err}
	}
	return nil
}

func ask(program string, args ...string) string {
	out, _ := exec.Command(program, args...).Output()
	return string(out)
}

func start(program string, args ...string) error {
	c := exec.Command(program, args...)
	apart(c) // a browser outlives the terminal that began it
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }() // a browser that runs already takes the address over and ends
	return nil
}

// CommandError is that a program of the system failed.
type CommandError struct {
	Said string
	Err  error
}

// Error returns what it said.
func (e *CommandError) Error() string { return e.Err.Error() + ": " + oneLine(e.Said) }

// Unwrap returns how it ended.
func (e *CommandError) Unwrap() error { return e.Err }

func (m Machine) home(parts ...string) string {
	return filepath.Join(append([]string{m.Home}, parts...)...)
}
func (m Machine) config(parts ...string) string {
	return filepath.Join(append([]string{m.Config}, parts...)...)
}
func (m Machine) root(parts ...string) string {
	return filepath.Join(append([]string{m.Root + "/"}, parts...)...)
}

func (m Machine) is(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

func (m Machine) data(path string) string { return filepath.Join(m.Data, path) }
