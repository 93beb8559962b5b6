package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/core/protocol"
)

func (a *cli) uploadCommand() *cobra.Command {
	var device string
	var to protocol.UploadFile
	c := &cobra.Command{
		Use:   "upload FILE...",
		Short: "Give files of yours to a file field of a page",
		Long: `Give files to a file field of a page, by the element's uid from extract or a
CSS selector. They go in parts, and the page gets them all at once, when the last
one is there: a failure before leaves the field as it was. It checks that the page
has what the files hold, and prints its answer as JSON.

Exit codes are those of bua act.`,
		Example: `  bua upload report.pdf --uid e3
  bua upload one.png two.png --selector 'input[type=file]' --tab 42`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			if (to.UID == "") == (to.Selector == "") {
				return usage("--uid, --selector: name the element with one of the two")
			}
			client, err := a.client(c.Context())
			if err != nil {
				return err
			}
			g := uploader{ctx: protocol.WithCaller(c.Context(), protocol.Caller{Agent: "bua upload"}), to: to,
				do: func(ctx context.Context, action protocol.Action) (protocol.Result, error) {
					return client.Do(ctx, device, action)
				}}
			r, err := g.upload(files)
			if err != nil {
				return err
			}
			a.json(protocol.AppendResult(nil, r), false)
			return nil
		},
	}
	a.clientFlags(c)
	f := c.Flags()
	f.StringVar(&device, "device", "", "which browser, when more than one is connected: its id or name")
	f.StringVar(&to.UID, "uid", "", "the element, as extract names it")
	f.StringVar(&to.Selector, "selector", "", "the element, by a CSS selector")
	f.StringVar(&to.FrameID, "frame", "", "the frame that a selector is meant in, by its id from frames")
	f.IntVar(&to.TabID, "tab", 0, "the tab (default: the agent's only one)")
	return c
}

// uploader hands files to one field.
type uploader struct {
	ctx context.Context
	to  protocol.UploadFile
	do  func(context.Context, protocol.Action) (protocol.Result, error)
}

// part is how many bytes go at once: in base64 they are [protocol.MaxPart].
const part = protocol.MaxPart / 4 * 3

// upload hands over all files and checks their hashes.
func (g *uploader) upload(files []string) (r protocol.UploadResult, err error) {
	sums := make([]string, len(files))
	for i, file := range files {
		if r, sums[i], err = g.send(file, i == len(files)-1); err != nil {
			return r, err
		}
	}
	if len(r.Files) != len(files) {
		return r, errors.New("the page has another number of files than were sent")
	}
	for i, f := range r.Files {
		if f.SHA256 != sums[i] {
			return r, errors.New("the page has something else than " + files[i] + " by its hash")
		}
	}
	return r, nil
}

// send hands over one file; with the end of the last one the page gets all.
func (g *uploader) send(file string, last bool) (r protocol.UploadResult, sum string, err error) {
	in, err := os.Open(file)
	if err != nil {
		return r, "", err
	}
	defer in.Close()
	a := g.to
	a.Name = filepath.Base(file)
	a.MIME, _, _ = strings.Cut(mime.TypeByExtension(filepath.Ext(file)), ";")
	hash := sha256.New()
	buffer, ahead := make([]byte, part), make([]byte, part)
	n, err := io.ReadFull(in, buffer)
	for {
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return r, "", err
		}
		next := 0
		if err == nil { // whether this is the last part shows only behind it
			next, err = io.ReadFull(in, ahead)
		}
		_, _ = hash.Write(buffer[:n])
		a.Data, a.More = base64.StdEncoding.EncodeToString(buffer[:n]), next > 0 || !last
		answer, failed := g.do(g.ctx, a)
		if failed != nil {
			return r, "", failed
		}
		var ok bool
		if r, ok = answer.(protocol.UploadResult); !ok {
			return r, "", errors.New("the backend answered something else than was asked")
		}
		if next == 0 {
			return r, hex.EncodeToString(hash.Sum(nil)), nil
		}
		a.Append = true
		buffer, ahead, n = ahead, buffer, next
	}
}
