package store

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/nats-io/nats-server/v2/server"
)

// outsideNATS starts a NATS server with a disk of its own.
func outsideNATS(t *testing.T) *Servers {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("NATS does not start")
	}
	return must(t, s.ClientURL())
}

func TestBackUp_puts_back_what_was_there(t *testing.T) {
	is := is.New(t)
	log := slog.New(slog.DiscardHandler)
	from := outsideNATS(t)
	s, err := Open(Options{Servers: from, Node: "n", Log: log})
	is.NoErr(err)
	devices, err := s.Bucket("devices", 0)
	is.NoErr(err)
	large := bytes.Repeat([]byte("0123456789abcdef"), 20_000) // several parts
	is.NoErr(devices.Put("d1", []byte("key")))
	is.NoErr(devices.Put("d2", large))
	is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatPaired, User: "ann"}))

	dir := filepath.Join(t.TempDir(), "b")
	b, err := BackUp(t.Context(), from, dir, log)
	is.NoErr(err)
	is.Equal(b.Streams[0].Name, sharedStream)
	s.Close()

	t.Run("into a NATS that has something already", func(t *testing.T) {
		_, err := Restore(t.Context(), from, dir, log)
		refused(t, err, sharedStream)
	})
	t.Run("over a backup that is there", func(t *testing.T) {
		_, err := BackUp(t.Context(), from, dir, log)
		refused(t, err, "is there already")
	})
	t.Run("of an account in which there is nothing", func(t *testing.T) {
		_, err := BackUp(t.Context(), outsideNATS(t), filepath.Join(t.TempDir(), "b"), log)
		refused(t, err, "nothing of bua's")
	})

	to := outsideNATS(t)
	t.Run("from a folder that is not whole", func(t *testing.T) {
		_, err := Restore(t.Context(), to, t.TempDir(), log)
		refused(t, err, "is no backup")
	})
	t.Run("from a folder in which a byte differs", func(t *testing.T) {
		is := is.New(t)
		file := filepath.Join(dir, b.Streams[1].File)
		data, err := os.ReadFile(file)
		is.NoErr(err)
		broken := bytes.Clone(data)
		broken[len(broken)/2] ^= 1
		is.NoErr(os.WriteFile(file, broken, 0o600))
		_, err = Restore(t.Context(), to, dir, log)
		refused(t, err, "is not as it was written")
		is.NoErr(os.WriteFile(file, data, 0o600))
	})
	_, err = Restore(t.Context(), to, dir, log)
	is.NoErr(err) // so the refusals have changed nothing
	again, err := Open(Options{Servers: to, Node: "n", Log: log})
	is.NoErr(err)
	defer again.Close()
	devices, err = again.Bucket("devices", 0)
	is.NoErr(err)
	got, err := devices.Get("d2")
	is.NoErr(err)
	is.True(bytes.Equal(got, large))
	is.NoErr(again.Audit.Append(t.Context(), Row{What: WhatRevoked, User: "ann"})) // the chain goes on
	report, err := again.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	is.Equal(report.Rows, uint64(2))
}

func refused(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v does not say %q", err, says)
	}
}
