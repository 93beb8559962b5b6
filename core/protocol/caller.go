package protocol

import "context"

// Caller says who asks for an action and what it may do: one value from the agent's door
// to where the browser is reached.
type Caller struct {
	// User is whose browsers are asked, "" where there is one person only.
	User string `json:"user"`
	// Agent is the program that asks, as it calls itself: a name to show, not a proof.
	Agent string `json:"agent,omitempty"`
	// May is what the action may do, nil for all that agents may.
	May *May `json:"may,omitempty"`
}

type callerKey struct{}

// WithCaller makes the actions of a context say who asks.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns who asks for the action of a context, nobody where it does not say.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}
