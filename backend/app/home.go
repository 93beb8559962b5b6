package app

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/private"
)

// Home is the folder with this user's files: the tokens of the local agents and
// of the operator, the pairings and where the backend runs. It is the user's alone.
type Home string

// FindHome returns the folder: dir when given, else BUA_CONFIG_DIR, else bua
// in the user's configuration folder. It makes it when it is not there.
func FindHome(dir string) (Home, error) {
	h, err := NameHome(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(string(h), 0o700); err != nil {
		return "", fmt.Errorf("--config-dir: %w", err)
	}
	return h, nil
}

// NameHome is FindHome for those who only look: the folder may not be there.
func NameHome(dir string) (Home, error) {
	if dir == "" {
		dir = os.Getenv("BUA_CONFIG_DIR")
	}
	if dir == "" {
		base, err := os.UserConfigDir()
		if err != nil {
			return "", fmt.Errorf("no configuration folder: %w; name one with --config-dir", err)
		}
		dir = filepath.Join(base, "bua")
	}
	dir, err := filepath.Abs(dir)
	return Home(dir), err
}

// Path returns the path of a file in the folder.
func (h Home) Path(name string) string { return filepath.Join(string(h), name) }

// TokenFile is the path of the local agents' bearer token.
func (h Home) TokenFile() string { return h.file(httpapi.ScopeAgent) }

// OperatorFile is the path of the operator's bearer token, which the bua command
// reads and no agent is given.
func (h Home) OperatorFile() string { return h.file(httpapi.ScopeOperator) }

func (h Home) file(s httpapi.Scope) string {
	if s == httpapi.ScopeOperator {
		return h.Path("operator-token")
	}
	return h.Path("token")
}

// Token returns the bearer token of a scope, which it makes at first. Two
// processes that both are first agree on one.
func (h Home) Token(s httpapi.Scope) (string, error) {
	token, err := h.KeptToken(s)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	if err := h.makeToken(h.file(s)); err != nil {
		return "", err
	}
	return h.KeptToken(s)
}

// KeptToken is Token for those who only look: fs.ErrNotExist when none was made.
func (h Home) KeptToken(s httpapi.Scope) (string, error) {
	file := h.file(s)
	data, err := private.Read(file, maxSmall)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(data))
	if len(token) < 16 {
		return "", &private.Problem{Says: file + " holds no token", Do: "delete it to get a new one"}
	}
	return token, nil
}

// maxSmall bounds a file that holds one value.
const maxSmall = 64 << 10

func (h Home) makeToken(file string) error {
	temp := file + "." + rand.Text()
	if err := os.WriteFile(temp, []byte(rand.Text()+rand.Text()+"\n"), 0o600); err != nil {
		return err
	}
	defer os.Remove(temp)
	// Link refuses to replace a file that another process made meanwhile.
	if err := os.Link(temp, file); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// running is the file that says where the backend of this folder listens.
type running struct {
	Address string `json:"address"`
	PID     int    `json:"pid"`
}

func (h Home) runningFile() string { return h.Path("backend.json") }

// Address returns where the backend of this folder was last said to listen,
// where it is to listen when nothing was said. Whether it does is to be proved.
// The error is that somebody else could have said it.
func (h Home) Address() (string, error) {
	switch address, err := h.Announced(); {
	case err == nil:
		return address, nil
	case private.Refused(err) && !errors.Is(err, errSilent):
		return "", err
	default:
		return h.Listen()
	}
}

// errSilent says that the file does not tell.
var errSilent = errors.New("does not say where a backend listens; delete it")

// Announced returns where the backend of this folder has said it listens:
// fs.ErrNotExist when none did, or the last one ended in order.
func (h Home) Announced() (string, error) {
	var r running
	data, err := private.Read(h.runningFile(), maxSmall)
	if err != nil {
		return "", err
	}
	if json.Unmarshal(data, &r) != nil || r.Address == "" {
		return "", fmt.Errorf("%s %w", h.runningFile(), errSilent)
	}
	return r.Address, nil
}

func (h Home) announce(address string) error {
	data, err := json.Marshal(running{Address: address, PID: os.Getpid()})
	if err != nil {
		return err
	}
	return private.Write(h.runningFile(), data)
}

// retract removes what announce wrote, unless another backend wrote since.
func (h Home) retract() {
	var r running
	if data, err := private.Read(h.runningFile(), maxSmall); err == nil && json.Unmarshal(data, &r) == nil && r.PID == os.Getpid() {
		_ = os.Remove(h.runningFile())
	}
}

// node returns the name of this folder's backend among those that share an
// outside NATS. It is made once, so that its chain in the audit goes on.
func (h Home) node() (string, error) {
	file := h.Path("node")
	data, err := private.Read(file, maxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		name := strings.ToLower(rand.Text()[:12])
		if err := os.WriteFile(file, []byte(name+"\n"), 0o600); err != nil {
			return "", err
		}
		return name, nil
	}
	if err != nil {
		return "", err
	}
	name := strings.TrimSpace(string(data))
	if name == "" || len(name) > 64 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return "", fmt.Errorf("%s must hold 1 to 64 lower-case letters, digits and -: this backend's name among the others; delete it to get a new one", file)
	}
	return name, nil
}
