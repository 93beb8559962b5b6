package chrome

import (
	"context"
	"sync"
)

// Engine is the page engine's script, read from the extension when it is
// first needed and kept.
type Engine struct {
	Host Host

	mu   sync.Mutex
	text string // owned by mu; "" until it was read
}

// Text returns the script, "" when the extension's file cannot be read. It
// blocks the first time.
func (e *Engine) Text() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.text == "" {
		if answer, err := e.Host.Ask(context.Background(), ask("engine").end()); err == nil {
			e.text = Text(answer)
		}
	}
	return e.text
}
