package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/core/protocol"
)

func (a *cli) downloadCommand() *cobra.Command {
	var device, out string
	c := &cobra.Command{
		Use:   "download ID",
		Short: "Save a file that the agent's browser has downloaded",
		Long: `Save a file that a page in one of the agent's tabs has downloaded, by its id in
the answer of downloads. It waits for the download to end, reads the file in
parts, and puts it in its place only when it is whole and its hash is right: a
failure leaves nothing, and a file that was there before stays.

Exit codes are those of bua act.`,
		Example: `  bua act '{"type":"downloads"}' --text
  bua download f-1 -o report.pdf
  bua download f-1 -o - | tar t`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, list []string) error {
			if out == "" {
				return usage("-o: name the file to write, or - for stdout")
			}
			client, err := a.client(c.Context())
			if err != nil {
				return err
			}
			s := downloader{ctx: protocol.WithCaller(c.Context(), protocol.Caller{Agent: "bua download"}), id: list[0], hash: sha256.New(),
				do: func(ctx context.Context, action protocol.Action) (protocol.Result, error) {
					return client.Do(ctx, device, action)
				}}
			if out == "-" {
				_, err = s.copy(a.out)
			} else {
				err = s.save(out)
			}
			return err
		},
	}
	a.clientFlags(c)
	f := c.Flags()
	f.StringVar(&device, "device", "", "which browser, when more than one is connected: its id or name")
	f.StringVarP(&out, "output", "o", "", "the file to write; - is stdout")
	return c
}

// downloader takes one file from the browser's side.
type downloader struct {
	ctx  context.Context
	id   string
	hash hash.Hash
	do   func(context.Context, protocol.Action) (protocol.Result, error)
}

// save writes beside the file and puts it in its place when it is whole.
func (s *downloader) save(file string) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_, _ = temp.Close(), os.Remove(temp.Name())
		}
	}()
	if _, err = s.copy(temp); err != nil {
		return err
	}
	if err = temp.Sync(); err != nil {
		return err
	}
	if err = temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}

// copy writes the whole file and checks its hash.
func (s *downloader) copy(to io.Writer) (n int64, err error) {
	if err := s.wait(); err != nil {
		return 0, err
	}
	for {
		r, err := s.ask(protocol.Downloads{Do: protocol.TakeRead, DownloadID: s.id, Offset: n, Limit: protocol.MaxChunk})
		if err != nil {
			return n, err
		}
		data, err := base64.StdEncoding.DecodeString(r.Data)
		if err != nil || r.Offset != n || len(data) == 0 && !r.EOF {
			return n, errors.New("the browser sent a part that does not fit; nothing was kept")
		}
		_, _ = s.hash.Write(data)
		if _, err := to.Write(data); err != nil {
			return n, err
		}
		if n += int64(len(data)); !r.EOF {
			continue
		}
		if got := hex.EncodeToString(s.hash.Sum(nil)); n != r.Size || got != r.SHA256 {
			return n, fmt.Errorf("what arrived (%d bytes) is not the file (%d bytes) by its hash; nothing was kept", n, r.Size)
		}
		return n, nil
	}
}

// wait returns once the download has ended.
func (s *downloader) wait() error {
	for {
		_, err := s.ask(protocol.Downloads{Do: protocol.TakeWait, DownloadID: s.id, TimeoutMS: protocol.MaxWaitMS})
		if protocol.CodeOf(err) != protocol.CodeTimeout {
			return err // one that did not succeed is refused when it is read
		}
	}
}

func (s *downloader) ask(a protocol.Downloads) (r protocol.DownloadsResult, err error) {
	answer, err := s.do(s.ctx, a)
	if err != nil {
		return r, err
	}
	r, ok := answer.(protocol.DownloadsResult)
	if !ok {
		return r, errors.New("the backend answered something else than was asked")
	}
	return r, nil
}
