package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"

	"github.com/zapvol/bua/backend/internal/private"
)

// ListenFile is the path of the file that says where the backend of this folder is
// to listen, when it is not DefaultAddress.
func (h Home) ListenFile() string { return h.Path("listen") }

// Listen returns where the backend of this folder is to listen. It stays the
// same from one start to the next, since paired browsers dial it.
func (h Home) Listen() (string, error) {
	data, err := private.Read(h.ListenFile(), maxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return DefaultAddress, nil
	}
	if err != nil {
		return "", err
	}
	address := strings.TrimSpace(string(data))
	if host, _, err := net.SplitHostPort(address); err != nil || host == "" {
		return "", fmt.Errorf("%s must hold an address such as %s; delete it to listen there", h.ListenFile(), DefaultAddress)
	}
	return address, nil
}

// settle makes sure that the address of Listen is free, or that of a backend of
// ours: where another program has it, it chooses a free one, which is kept.
func (h Home) settle(ctx context.Context) error {
	address, err := h.Listen()
	if err != nil {
		return err
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err == nil {
		return l.Close()
	}
	if l, err = config.Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	if err := os.WriteFile(h.ListenFile(), []byte(l.Addr().String()+"\n"), 0o600); err != nil {
		_ = l.Close()
		return err
	}
	return l.Close()
}
