package size

// share is one of how many trials the default suite makes.
const share = 10

// Trials returns how many of n trials with random input a run makes: all of them, or
// a tenth, and at least one, in the default suite. core/coretest has the same for
// tests that TinyGo compiles.
func Trials(n int) int {
	if All() {
		return n
	}
	return (n + share - 1) / share
}
