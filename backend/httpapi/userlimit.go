package httpapi

import (
	"net/http"
	"sync"

	"golang.org/x/time/rate"

	"github.com/zapvol/bua/core/protocol"
)

// Limits of one user. An agent that reads every answer makes a few requests a
// second; these are for one that has run wild.
const (
	userRate   = 1000 // requests a second, on average
	userBurst  = 1000
	userAtOnce = 256 // requests and open streams at once
)

// quota is what one user has left.
type quota struct {
	rate  *rate.Limiter
	under int // way; owner: limits.mu
}

// limits are the quotas by user: as many as there are users.
type limits struct {
	mu   sync.Mutex
	user map[string]*quota
}

// enter counts a request in, or says why not.
func (l *limits) enter(user string) (q *quota, refused string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q = l.user[user]
	if q == nil {
		q = &quota{rate: rate.NewLimiter(userRate, userBurst)}
		l.user[user] = q
	}
	switch {
	case q.under >= userAtOnce:
		return nil, "too many requests are under way: wait for answers before asking more"
	case !q.rate.Allow():
		return nil, "too many requests in a second: ask more slowly"
	}
	q.under++
	return q, ""
}

func (l *limits) leave(q *quota) {
	l.mu.Lock()
	q.under--
	l.mu.Unlock()
}

// Limit bounds what each user may ask. [Agents] has to stand before it.
func Limit(next http.Handler) http.Handler {
	l := &limits{user: map[string]*quota{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q, why := l.enter(User(r.Context()))
		if q == nil {
			w.Header().Set("Retry-After", "1")
			write(w, http.StatusTooManyRequests, errorBody{protocol.NewError(protocol.CodeInternal, why)})
			return
		}
		defer l.leave(q)
		next.ServeHTTP(w, r)
	})
}
