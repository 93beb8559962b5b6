package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// TargetInfo is one debuggable unit.
type TargetInfo struct {
	TargetID string `json:"targetId"`
	Type     string `json:"type"`
	URL      string `json:"url"`
	Title    string `json:"title"`
}

// Targets lists the browser's targets.
func (c *Conn) Targets(ctx context.Context) ([]TargetInfo, error) {
	var out struct {
		TargetInfos []TargetInfo `json:"targetInfos"`
	}
	err := c.Send(ctx, "", "Target.getTargets", nil, &out)
	return out.TargetInfos, err
}

// AwaitTarget waits for a target of the type whose URL contains part.
func (c *Conn) AwaitTarget(ctx context.Context, typ, part string) (TargetInfo, error) {
	for {
		list, err := c.Targets(ctx)
		if err != nil {
			return TargetInfo{}, err
		}
		for _, t := range list {
			if t.Type == typ && strings.Contains(t.URL, part) {
				return t, nil
			}
		}
		select {
		case <-ctx.Done():
			return TargetInfo{}, fmt.Errorf("no %s target with %q: %w", typ, part, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Attach opens a flat session to a target.
func (c *Conn) Attach(ctx context.Context, target string) (session string, err error) {
	var out struct {
		SessionID string `json:"sessionId"`
	}
	err = c.Send(ctx, "", "Target.attachToTarget", map[string]any{"targetId": target, "flatten": true}, &out)
	return out.SessionID, err
}

// Within attaches to a target of the type whose URL contains part, and detaches
// when do has ended. One that ends while it is listed still, as a killed worker
// does, is not it: the next one is awaited.
func (c *Conn) Within(ctx context.Context, typ, part string, do func(session string) error) error {
	for {
		t, err := c.AwaitTarget(ctx, typ, part)
		if err != nil {
			return err
		}
		session, err := c.Attach(ctx, t.TargetID)
		if err != nil && strings.Contains(err.Error(), "No target with given id") {
			continue
		}
		if err != nil {
			return err
		}
		err = do(session)
		_ = c.Send(ctx, "", "Target.detachFromTarget", map[string]any{"sessionId": session}, nil) // it may have ended
		return err
	}
}

// CloseTarget closes a page or kills a worker.
func (c *Conn) CloseTarget(ctx context.Context, target string) error {
	return c.Send(ctx, "", "Target.closeTarget", map[string]any{"targetId": target}, nil)
}

// NewPage opens a page and attaches to it.
func (c *Conn) NewPage(ctx context.Context, url string) (session, target string, err error) {
	return c.open(ctx, map[string]any{"url": url})
}

// NewTab is NewPage behind the tab in front.
func (c *Conn) NewTab(ctx context.Context, url string) (session, target string, err error) {
	return c.open(ctx, map[string]any{"url": url, "background": true})
}

func (c *Conn) open(ctx context.Context, params map[string]any) (session, target string, err error) {
	var out struct {
		TargetID string `json:"targetId"`
	}
	if err = c.Send(ctx, "", "Target.createTarget", params, &out); err != nil {
		return "", "", err
	}
	session, err = c.Attach(ctx, out.TargetID)
	return session, out.TargetID, err
}

// Eval evaluates an expression, awaits a promise, and decodes the value.
func (c *Conn) Eval(ctx context.Context, session, expression string, out any) error {
	var r struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		ExceptionDetails *struct {
			Text      string `json:"text"`
			Exception struct {
				Description string `json:"description"`
			} `json:"exception"`
		} `json:"exceptionDetails"`
	}
	err := c.Send(ctx, session, "Runtime.evaluate", map[string]any{
		"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true,
	}, &r)
	if err != nil {
		return err
	}
	if e := r.ExceptionDetails; e != nil {
		return errors.New(e.Text + " " + e.Exception.Description)
	}
	if out == nil || len(r.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(r.Result.Value, out)
}
