package start

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent is an MCP client, as any agent is one: it starts `bua mcp` and speaks
// to it over stdin and stdout.
type agent struct {
	session *mcp.ClientSession
	device  string // the browser to work in
}

func connect(ctx context.Context, argv, env []string, device string) (*agent, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(cmd.Environ(), env...)
	client := mcp.NewClient(&mcp.Implementation{Name: "bua-start", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, fmt.Errorf("%v does not speak MCP: %w", argv, err)
	}
	return &agent{session, device}, nil
}

func (a *agent) close() { _ = a.session.Close() }

// do runs one action and decodes its result.
func (a *agent) do(ctx context.Context, action map[string]any, out any) (time.Duration, error) {
	begin := time.Now()
	r, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: "browser", Arguments: map[string]any{"action": action, "device": a.device}})
	took := time.Since(begin)
	if err != nil {
		return took, err
	}
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return took, err
	}
	if r.IsError {
		var failure struct {
			Error struct{ Code, Message string }
		}
		if json.Unmarshal(raw, &failure) != nil || failure.Error.Code == "" {
			return took, errors.New("the tool failed without a code")
		}
		return took, errors.New(failure.Error.Code + ": " + failure.Error.Message)
	}
	return took, json.Unmarshal(raw, out)
}
