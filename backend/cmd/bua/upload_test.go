package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// field is a page's: it gets what was sent when nothing more comes.
type field struct {
	names        []string
	staged, have [][]byte
	spoil        bool // the page has something else
}

func (f *field) do(_ context.Context, action protocol.Action) (protocol.Result, error) {
	a := action.(protocol.UploadFile)
	if err := protocol.Validate(a); err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(a.Data)
	if err != nil {
		return nil, err
	}
	if a.Append {
		f.staged[len(f.staged)-1] = append(f.staged[len(f.staged)-1], data...)
	} else {
		f.names, f.staged = append(f.names, a.Name+" "+a.MIME), append(f.staged, data)
	}
	if a.More {
		return protocol.UploadResult{}, nil
	}
	f.have = f.staged
	var r protocol.UploadResult
	for i, data := range f.have {
		if f.spoil {
			data = data[:len(data)-1]
		}
		sum := sha256.Sum256(data)
		r.Files = append(r.Files, protocol.UploadedFile{Name: f.names[i], SHA256: hex.EncodeToString(sum[:])})
	}
	return r, nil
}

func TestGiver(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	var files []string
	var want [][]byte
	for i, size := range []int{0, 5, part, part + 1, 2 * part, 3*part + 7} {
		data := make([]byte, size)
		for j := range data {
			data[j] = byte(j>>8 + i)
		}
		file := filepath.Join(dir, string(rune('a'+i))+".html")
		is.NoErr(os.WriteFile(file, data, 0o600))
		files, want = append(files, file), append(want, data)
	}
	to := protocol.UploadFile{Target: protocol.Target{UID: "e1"}}
	var all field
	_, err := (&uploader{ctx: t.Context(), to: to, do: all.do}).upload(files)
	is.NoErr(err)
	is.Equal(all.names[0], "a.html text/html")
	is.Equal(len(all.have), len(want))
	for i := range want {
		is.Equal(string(all.have[i]), string(want[i]))
	}
	for i := range files { // each alone
		var one field
		_, err := (&uploader{ctx: t.Context(), to: to, do: one.do}).upload(files[i : i+1])
		is.NoErr(err)
		is.Equal(string(one.have[0]), string(want[i]))
	}

	var none field
	_, err = (&uploader{ctx: t.Context(), to: to, do: none.do}).upload([]string{files[5], filepath.Join(dir, "missing")})
	is.True(err != nil)
	is.Equal(len(none.have), 0) // the page got nothing
	_, err = (&uploader{ctx: t.Context(), to: to, do: (&field{spoil: true}).do}).upload(files[1:2])
	is.True(err != nil) // and what it has is checked
}
