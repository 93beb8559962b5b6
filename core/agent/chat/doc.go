// Package chat is a conversation with a model, as the agent keeps it and as every
// provider is given it: messages, tools, calls and their results, what an answer
// costs, and why none came. It decides nothing. The agent (core/agent) writes
// conversations, and core/model puts them into a provider's own form.
//
// Nothing in it depends on a provider. What only one of them understands travels
// as [Message.Opaque] and goes back to it unchanged.
//
// It imports: core/record.
package chat
