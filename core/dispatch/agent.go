package dispatch

import "context"

type agentKey struct{}

// WithAgent makes the actions of a context say which program asks, as it calls
// itself: a name to show to the person, not a proof.
func WithAgent(ctx context.Context, name string) context.Context {
	if name == "" {
		return ctx
	}
	return context.WithValue(ctx, agentKey{}, name)
}

// Agent returns which program asks, "" when it did not say.
func Agent(ctx context.Context) string {
	name, _ := ctx.Value(agentKey{}).(string)
	return name
}
