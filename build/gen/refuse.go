package gen

import "fmt"

// refusal is why nothing can be generated. Whoever finds it panics with it, and [generate]
// returns it.
type refusal struct{ error }

func refuse(format string, args ...any) { panic(refusal{fmt.Errorf(format, args...)}) }

// sure is a value that an error refuses.
func sure[T any](v T, err error) T {
	if err != nil {
		panic(refusal{err})
	}
	return v
}

// about says in a refusal what it is about. It is deferred.
func about(format string, args ...any) {
	switch r := recover().(type) {
	case nil:
	case refusal:
		refuse("%s: %w", fmt.Sprintf(format, args...), r.error)
	default:
		panic(r)
	}
}
