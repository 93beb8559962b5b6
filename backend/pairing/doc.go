// Package pairing decides which browsers belong to whom. A person gets a
// one-time code from the backend ([Service.Issue]) and gives it to the extension,
// which redeems it for a device key; from then on the key proves the extension
// to the backend and the backend to the extension, and never crosses a wire
// again ([Service.Verify]). Keys are listed and revoked here.
//
// Keys, codes and the nonces of the last two minutes are kept by a [Store], so
// that they outlive the process. Another program of the same user can read what
// it keeps, and that is not defended. A key is never in a URL, an argument, a log
// line or an error.
//
// A code's first four characters name it, the other eight are the secret
// (40 bits): so five wrong guesses end one code and not everybody's.
//
// The package has no goroutines. A Service's
// state has one mutex. The store writes a new key while it is held, because a
// key that has been given out must be kept.
//
// It imports: backend/internal/loopback, backend/internal/private, core/link,
// core/protocol, core/scan.
package pairing
