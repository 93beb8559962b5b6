// Package model is what this machine adds to core/model, which speaks to models: how a
// request gets there, where keys are, and what a person has added.
//
// [HTTP] sends: it follows nobody elsewhere, and the environment is asked for a proxy
// alone. What the providers are is in presets.json, what models cost in prices.json. A
// person's own are in the file of a [Store], and go before them. [Discover] finds the
// servers that run on this machine.
//
// A key is in the keyring or in a file of [Keys] (ADR 0190), or in the environment's
// variable that [Variable] names. It leaves into a configuration, and is in no error.
//
// It imports: backend/internal/private, core/agent/budget, core/agent/chat, core/model.
package model
