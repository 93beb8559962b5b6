package direct

import (
	"context"
	"errors"
	"time"
)

// How long the next try waits: half a second after a connection, then twice as
// long after each try that failed.
const (
	firstPause = 500 * time.Millisecond
	lastPause  = 10 * time.Second
)

// loop connects, serves, and connects again until Close.
func (h *Host) loop() {
	defer close(h.done)
	wait := firstPause
	for h.ctx.Err() == nil {
		h.mu.Lock()
		endpoint, moved := h.endpoint, h.moved
		h.mu.Unlock()
		ctx, cancel := context.WithCancel(h.ctx)
		go func() { // another place ends the try, the connection and the pause
			select {
			case <-moved:
				cancel()
			case <-ctx.Done():
			}
		}()
		greeted, err := h.connect(ctx, endpoint)
		if greeted {
			wait = firstPause
		}
		h.away(err)
		if ctx.Err() == nil {
			h.pause(ctx, wait)
			wait = min(2*wait, lastPause)
		} else {
			wait = firstPause
		}
		cancel()
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// connect makes one connection and returns when it has ended, with why; greeted
// says that a browser was there.
func (h *Host) connect(ctx context.Context, e Endpoint) (greeted bool, err error) {
	trying, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	w, address, err := e.open(trying, h.http)
	if err != nil {
		return false, err
	}
	l := h.lifeAt(address)
	var c *conn
	c = newConn(w, func(session, method string, params []byte) { l.chrome.event(c, session, method, params) })
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.run(func() {
			h.down(errEnded)
			l.chrome.lost(c)
		})
	}()
	defer func() {
		c.close()
		<-ended
	}()
	if err := l.chrome.greet(trying, c); err != nil {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		return false, errors.New("it does not answer as a browser's DevTools does")
	}
	l.chrome.mu.Lock()
	l.chrome.conn = c
	l.chrome.filterAgain(c)
	product := l.chrome.product
	l.chrome.mu.Unlock()
	l.begin(h.ctx)
	h.mu.Lock()
	h.state.Connected, h.state.Browser, h.state.Since, h.state.Reason = true, product, time.Now(), ""
	h.told = ""
	close(h.back)
	h.back = make(chan struct{})
	h.mu.Unlock()
	h.o.Log.Info("connected", "endpoint", e.String(), "browser", product)
	select {
	case <-ended:
		return true, errEnded
	case <-ctx.Done():
		return true, ctx.Err()
	}
}

// lifeAt returns the core for the browser at an address. Chrome's own address
// names its process; another address is another browser, of which nothing is
// known yet.
func (h *Host) lifeAt(address string) *life {
	h.mu.Lock()
	old, at := h.life, h.endpoint
	h.mu.Unlock()
	if old != nil && old.address == address {
		return old
	}
	if old != nil {
		settling, cancel := context.WithTimeout(h.ctx, lastPause)
		old.over(settling)
		cancel()
	}
	fresh := newLife(address, at, h.o, newStore(h.local, h.rules), func() int { return int(h.last.Add(1)) })
	h.mu.Lock()
	h.life = fresh
	h.mu.Unlock()
	return fresh
}

var errEnded = errors.New("the connection ended")

// down notes that there is no connection, before anybody who waits for it is
// answered: a call that is repeated then waits for the next one.
func (h *Host) down(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state.Connected {
		h.state.Since = time.Now()
	}
	h.state.Connected, h.state.Reason = false, err.Error()
}

// away notes why there is no connection, and logs it once, not at every try.
func (h *Host) away(err error) {
	if h.ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return
	}
	h.down(err)
	h.mu.Lock()
	news, endpoint := h.told != err.Error(), h.state.Endpoint
	h.told = err.Error()
	h.mu.Unlock()
	if news {
		h.o.Log.Warn("not connected to Chrome", "endpoint", endpoint, "reason", err.Error())
	}
}
