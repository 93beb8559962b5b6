// Package fakemodel is a server of models on loopback whose mind is a function. It
// speaks OpenAI's Chat Completions, Anthropic's Messages and Ollama's chat, and
// refuses what their servers refuse, with the status and body that they send: results
// without calls, two results of one call, a wrong order, unknown fields, parameters
// that a model does not take, pictures where none may be, more than the window holds.
//
// It shares no code with core/model, so that the two check one another.
//
// It imports: core/agent/chat.
package fakemodel
