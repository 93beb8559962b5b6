package nativehost

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Name is what the extension calls the host by, and the browser its manifest.
const Name = "com.zapvol.bua"

// maxMessage bounds a question: the longest is some dozen bytes.
const maxMessage = 4 << 10

// Kind is what the extension asks.
type Kind string

// The kinds.
const (
	// KindPair asks for a running backend and a one-time code for this browser.
	KindPair Kind = "pair"
	// KindStart asks for a running backend.
	KindStart Kind = "start"
)

// Answer is what the extension gets.
type Answer struct {
	// ServerURL is the socket that it is to dial, Code a one-time code when it
	// asked for one.
	ServerURL string `json:"serverUrl,omitempty"`
	Code      string `json:"code,omitempty"`
	// Error says why there is nothing else.
	Error *protocol.Error `json:"error,omitempty"`
}

// Host answers the extension.
type Host struct {
	// Accepted are the ids of the extensions that are answered.
	Accepted []string
	// Answer does what was asked.
	Answer func(ctx context.Context, k Kind) (Answer, error)
}

// Called reports whether a program's arguments are those by which a browser
// starts a native host: the caller's origin comes first.
func Called(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], link.Origin(""))
}

// Serve answers one question of the extension with that origin. What it was told
// is in the answer; the error is that the answer could not be given, or that the
// caller is none of ours, who gets none.
func (h Host) Serve(ctx context.Context, origin string, in io.Reader, out io.Writer) error {
	if !slices.ContainsFunc(h.Accepted, func(id string) bool {
		return link.ValidExtensionID(id) && origin == link.Origin(id)+"/"
	}) {
		return protocol.NewError(protocol.CodeInvalidAction, "origin: "+protocol.Unquoted(strings.ToValidUTF8(scan.Clip(origin, 128), ""))+" is not accepted here; bua install --extension-id accepts an extension of your organisation's own")
	}
	a, err := h.ask(ctx, in)
	if err != nil {
		a = Answer{Error: protocol.AsError(err)}
	}
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	// The length goes in the machine's own byte order, which is this one wherever
	// bua is built for.
	_, err = out.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data...))
	return err
}

func (h Host) ask(ctx context.Context, in io.Reader) (a Answer, err error) {
	var head [4]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return a, protocol.NewError(protocol.CodeInvalidAction, "message: there is none; the browser sends one with its length before it")
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxMessage {
		return a, protocol.NewError(protocol.CodeInvalidAction, "message: must be at most 4096 bytes")
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(in, data); err != nil {
		return a, protocol.NewError(protocol.CodeInvalidAction, "message: is shorter than it says")
	}
	var q struct {
		Type Kind `json:"type"`
	}
	if json.Unmarshal(data, &q) != nil || q.Type != KindPair && q.Type != KindStart {
		return a, protocol.NewError(protocol.CodeInvalidAction, "type: must be pair or start; bua and its extension may be of different versions")
	}
	return h.Answer(ctx, q.Type)
}
