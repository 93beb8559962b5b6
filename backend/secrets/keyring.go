package secrets

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	service = "bua"
	// unlock is how long a keyring may take, which may ask the person.
	unlock = 30 * time.Second
)

// System returns the keyring of the operating system, nil where there is none.
// On Linux it is looked for on a session bus that runs: one is never started.
func System() Ring {
	switch runtime.GOOS {
	case "darwin", "windows":
		return system{}
	}
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return system{}
	}
	if _, err := os.Stat(filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus")); err == nil {
		return system{}
	}
	return nil
}

// system is the [Ring] of the operating system.
type system struct{}

func (system) Set(key, value string) error {
	_, err := patiently(func() (string, error) { return "", keyring.Set(service, key, value) })
	return err
}

func (system) Get(key string) (string, error) {
	return patiently(func() (string, error) { return keyring.Get(service, key) })
}

// Delete deletes a value. One that is gone already is deleted.
func (system) Delete(key string) error {
	_, err := patiently(func() (string, error) { return "", keyring.Delete(service, key) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// patiently gives a keyring up that does not answer.
func patiently(ask func() (string, error)) (string, error) {
	type answer struct {
		value string
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		v, err := ask()
		done <- answer{v, err}
	}()
	late := time.NewTimer(unlock)
	defer late.Stop()
	select {
	case a := <-done:
		return a.value, a.err
	case <-late.C:
		return "", errors.New("the keyring does not answer")
	}
}
