package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// served answers as a browser does that has one file.
func served(data []byte, change func(*protocol.DownloadsResult) error) func(context.Context, protocol.Action) (protocol.Result, error) {
	return func(_ context.Context, a protocol.Action) (protocol.Result, error) {
		d := a.(protocol.Downloads)
		if d.Do == protocol.TakeWait {
			return protocol.DownloadsResult{}, nil
		}
		end := min(d.Offset+int64(d.Limit), int64(len(data)))
		r := protocol.DownloadsResult{Data: base64.StdEncoding.EncodeToString(data[d.Offset:end]), Offset: d.Offset, Size: int64(len(data))}
		if r.EOF = end == r.Size; r.EOF {
			sum := sha256.Sum256(data)
			r.SHA256 = hex.EncodeToString(sum[:])
		}
		return r, change(&r)
	}
}

func TestSaver(t *testing.T) {
	whole := make([]byte, 2*protocol.MaxChunk+7)
	for i := range whole {
		whole[i] = byte(i >> 10)
	}
	for _, row := range []struct {
		name   string
		data   []byte
		change func(*protocol.DownloadsResult) error
		fails  bool
	}{
		{"a file of several parts is saved", whole, func(*protocol.DownloadsResult) error { return nil }, false},
		{"an empty file is saved", nil, func(*protocol.DownloadsResult) error { return nil }, false},
		{"an interruption leaves what was there", whole, func(r *protocol.DownloadsResult) error {
			if r.Offset > 0 {
				return errors.New("gone")
			}
			return nil
		}, true},
		{"a wrong hash leaves what was there", whole, func(r *protocol.DownloadsResult) error { r.SHA256 = "00"; return nil }, true},
		{"a part of elsewhere leaves what was there", whole, func(r *protocol.DownloadsResult) error { r.Offset++; return nil }, true},
		{"an end that never comes leaves what was there", whole, func(r *protocol.DownloadsResult) error { r.Data, r.EOF = "", false; return nil }, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir := t.TempDir()
			file := filepath.Join(dir, "out")
			is.NoErr(os.WriteFile(file, []byte("before"), 0o600))
			s := downloader{ctx: t.Context(), id: "f-1", hash: sha256.New(), do: served(row.data, row.change)}
			err := s.save(file)
			got, readErr := os.ReadFile(file)
			is.NoErr(readErr)
			if row.fails {
				is.True(err != nil)
				is.Equal(string(got), "before")
			} else {
				is.NoErr(err)
				is.Equal(len(got), len(row.data))
				is.Equal(string(got), string(row.data))
			}
			list, err := os.ReadDir(dir)
			is.NoErr(err)
			is.Equal(len(list), 1) // nothing half-written beside it
		})
	}
}
