package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/backend/internal/private"
)

// launchedDir holds a file for each backend that one command keeps for itself: there may
// be several, beside the one of runningFile.
func (h Home) launchedDir() string { return h.Path("launched") }

// announceLaunched says where such a backend listens, until what it returns is called.
func (h Home) announceLaunched(address string) (retract func(), err error) {
	data, err := json.Marshal(running{Address: address, PID: os.Getpid()})
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(h.launchedDir(), 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(h.launchedDir(), strings.ToLower(rand.Text()[:12])+".json")
	if err := private.Write(file, data); err != nil {
		return nil, err
	}
	return func() { _ = os.Remove(file) }, nil
}

// answers is how long a backend may take to prove itself where others could be meant.
const answers = 5 * time.Second

// launched are clients of the backends that commands keep for themselves and that have
// proved that they know the token. What is left of one that was killed is removed.
func (h Home) launched(ctx context.Context, scope httpapi.Scope) (list []*httpapi.Client) {
	files, err := os.ReadDir(h.launchedDir())
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, answers)
	defer cancel()
	for _, f := range files {
		file := filepath.Join(h.launchedDir(), f.Name())
		if !strings.HasSuffix(file, ".json") {
			continue // one that is being written
		}
		c, err := h.launchedAt(ctx, file, scope)
		switch {
		case err == nil:
			list = append(list, c)
		case errors.Is(err, httpapi.ErrNoBackend), errors.Is(err, httpapi.ErrStranger):
			_ = os.Remove(file)
		}
	}
	return list
}

// launchedAt is a client of the backend that a file names. Errors are those of [Connect]:
// ErrNoBackend also for a file that names none on this machine.
func (h Home) launchedAt(ctx context.Context, file string, scope httpapi.Scope) (*httpapi.Client, error) {
	data, err := private.Read(file, maxSmall)
	if err != nil {
		return nil, err
	}
	var r running
	host, port := "", ""
	if json.Unmarshal(data, &r) == nil {
		host, port, err = net.SplitHostPort(r.Address)
	}
	if err != nil || port == "" || !loopback.Host(host) {
		return nil, httpapi.ErrNoBackend
	}
	return connect(ctx, h, r.Address, scope)
}

// Find returns a client of the backend of a home, which has proved itself: the one that
// [Connect] finds or, where none runs, the one that a command keeps for itself. Errors:
// [httpapi.ErrNoBackend], [httpapi.ErrStranger]; where several could be meant, which.
func Find(ctx context.Context, home Home, scope httpapi.Scope) (*httpapi.Client, error) {
	var c *httpapi.Client
	var err error
	if scope == httpapi.ScopeOperator {
		c, err = ConnectOperator(ctx, home)
	} else {
		c, err = Connect(ctx, home, "")
	}
	if !errors.Is(err, httpapi.ErrNoBackend) && !errors.Is(err, httpapi.ErrStranger) {
		return c, err
	}
	list := home.launched(ctx, scope)
	switch len(list) {
	case 0:
		return nil, err
	case 1:
		return list[0], nil
	}
	where := ""
	for _, c := range list {
		where += " --server " + c.Base
	}
	return nil, errors.New("several backends run, each with a browser of its own; name one of them:" + where)
}

// ConnectAt is [Connect] for an address of this machine that the person has named, with
// what that scope may do.
func ConnectAt(ctx context.Context, home Home, address string, scope httpapi.Scope) (*httpapi.Client, error) {
	return connect(ctx, home, address, scope)
}
