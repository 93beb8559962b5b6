package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
)

// The headers by which a backend on loopback proves that it knows the token
// before anybody sends it there: the port could be taken by another user of
// the machine.
const (
	headerChallenge = "Bua-Challenge"
	headerProof     = "Bua-Proof"
)

// Health answers /healthz, or /readyz, to anybody: 200, or 503 and why when check fails. It
// answers a challenge in the header Bua-Challenge with a proof of each token.
func Health(tokens []string, check func() error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c := r.Header.Get(headerChallenge); len(c) >= 16 && len(c) <= 128 {
			for _, token := range tokens {
				if token == "" {
					continue
				}
				w.Header().Add(headerProof, proof(token, c))
			}
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		if err := check(); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, err.Error()+"\n")
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
}

func proof(token, challenge string) string {
	m := hmac.New(sha256.New, []byte(token))
	_, _ = io.WriteString(m, "bua healthz 1\n"+challenge)
	return hex.EncodeToString(m.Sum(nil))
}
