package mcp

import (
	"context"
	"io"
	"log/slog"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/steps"
)

// Options says what the tool is connected to.
type Options struct {
	// Do runs one action on a device, "" for the only one. It blocks until the
	// action is done and ends early when ctx does, which says which program asks
	// ([protocol.CallerOf]). Its errors are
	// [protocol.Error]; a stranger is answered as internal_error. Calls overlap.
	Do func(ctx context.Context, device string, a protocol.Action) (protocol.Result, error)
	// Structured says which clients get the exact result beside the text.
	Structured Structured
	// Tools says how much clients are told of the actions.
	Tools Tools
	// Version is what the server says of itself.
	Version string
	// Log gets one line for each call, without page content; nil for none.
	Log *slog.Logger
}

// Server offers the tool to any number of clients.
type Server struct {
	o   Options
	sdk *sdk.Server
}

// New returns a server that offers the tool browser.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{o: o}
	s.sdk = sdk.NewServer(
		&sdk.Implementation{Name: "bua", Title: "Browser bridge", Version: o.Version},
		&sdk.ServerOptions{
			Instructions: instructions,
			// The tool never changes and nothing is logged to the client.
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
		})
	// The low-level AddTool: the SDK's own validation would answer a bad
	// argument with a schema error instead of a code and the field's name.
	s.sdk.AddTool(tool(o.Tools.schema()), s.call)
	return s
}

// Connect serves one client over a transport of the SDK until the client
// leaves or ctx ends.
func (s *Server) Connect(ctx context.Context, t sdk.Transport) error { return s.sdk.Run(ctx, t) }

// Stdio serves one client over a pair of streams, one message a line, until
// in ends or ctx does.
func (s *Server) Stdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	return s.Connect(ctx, &sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: 2 * protocol.MaxToExtension})
}

func (s *Server) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	exact := s.o.Structured.to(req)
	if r := describe(req.Params.Arguments, exact); r != nil {
		return r, nil
	}
	device, asked, err := steps.Decode(req.Params.Arguments)
	if err != nil {
		s.o.Log.Info("refused", "code", protocol.CodeOf(err))
		return refusal(err, exact), nil
	}
	if asked.Read == steps.ReadUsual && exact {
		asked.Read = steps.ReadNone // a program reads what it wants
	}
	ctx = withTrace(withClient(withProgress(ctx, req), req), req)
	return answer(asked, asked.Run(ctx, func(ctx context.Context, a protocol.Action) (protocol.Result, error) {
		start := time.Now()
		r, err := s.o.Do(ctx, device, a)
		log := s.o.Log.With("action", a.Kind(), "tab", a.Tab(), "ms", time.Since(start).Milliseconds())
		if err != nil {
			log.Info("failed", "code", protocol.CodeOf(err))
		} else {
			log.Info("done")
		}
		return r, err
	}), exact), nil
}
