package chrome

import "context"

// Host is the door to the browser's JavaScript.
type Host interface {
	// Ask puts one question and blocks until it is answered or ctx ends; it
	// may overlap, and questions reach the browser in the order of the calls.
	// The error of a refused question is a [*Refusal]; of an ended ctx, its
	// cause. The question may still take effect then.
	Ask(ctx context.Context, question []byte) ([]byte, error)
	// Begin puts one question and returns at once; wait blocks like Ask. It is
	// called at most once and may never be called.
	Begin(question []byte) (wait func(context.Context) ([]byte, error))
	// Post puts a question whose answer nobody needs. It never blocks.
	Post(question []byte)
}

// Error returns the browser's text.
func (r *Refusal) Error() string { return r.Text }
