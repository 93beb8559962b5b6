// Package deps holds the house's rules that a machine can check: who may import
// whom, what core must not call, how files look, what documents name. Each
// failure says the reason.
// It has tests only and nothing imports it.
package deps
