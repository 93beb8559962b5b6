package session

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
)

// lockoutMS is how long a stop keeps the agent out, unless the person lets it back
// in before.
const lockoutMS = 10 * 60 * 1000

// Lockout is where the person has stopped the agent.
type Lockout struct {
	TabID  int    // 0 for everywhere
	Domain string // of the session that was stopped
	At     int64
}

// Lockouts keeps the agent out of where the person has stopped it. Its state is in area
// Local, so that a stop outlives the worker and a reload of the extension. Safe for
// concurrent use.
type Lockouts struct {
	writer *Writer
	clock  Clock

	mu   lock.Mutex
	on   bool      // owned by mu
	list []Lockout // owned by mu
}

// NewLockouts returns one that holds nothing before [Lockouts.Load].
func NewLockouts(writer *Writer, clock Clock) *Lockouts {
	return &Lockouts{writer: writer, clock: clock}
}

// Load takes over what storage holds. Where that cannot be read, the person may
// have stopped everything.
func (h *Lockouts) Load(ctx context.Context) {
	var list []Lockout
	data, err := h.writer.store.Get(ctx, Local, KeyHolds)
	damaged := false
	if err == nil {
		err = readObjects(data, func(f fields) {
			r := readHoldRow(f)
			list = append(list, Lockout{TabID: r.TabID, Domain: r.Domain, At: r.At})
		})
		damaged = err != nil
	}
	if err != nil {
		list = []Lockout{{At: h.now()}}
	}
	h.mu.Lock()
	h.list = list
	h.mu.Unlock()
	if damaged {
		h.save() // so that the ten minutes begin once
	}
	h.LoadChoice(ctx)
}

// Keep forgets the tabs that are not there: those that closed while no worker lived. After
// a restart of the browser it is all of them, for no tab has its number of before.
func (h *Lockouts) Keep(there func(tab int) bool) {
	h.mu.Lock()
	var rest []Lockout
	for _, o := range h.list {
		if o.TabID == 0 || there(o.TabID) {
			rest = append(rest, o)
		}
	}
	gone := len(rest) != len(h.list)
	h.list = rest
	h.mu.Unlock()
	if gone {
		h.save()
	}
}

// LoadChoice reads whether the person wants this; whoever does not is held to
// no earlier stop either.
func (h *Lockouts) LoadChoice(ctx context.Context) {
	data, err := h.writer.store.Get(ctx, Local, KeyHolding)
	h.mu.Lock()
	h.on = err != nil || string(data) != "false"
	off := !h.on && len(h.list) > 0
	if off {
		h.list = nil
	}
	h.mu.Unlock()
	if off {
		h.save()
	}
}

// Put keeps the agent out of a tab, or with tab 0 out of everything.
func (h *Lockouts) Put(tab int, domain string) {
	h.mu.Lock()
	on := h.on
	if on {
		if tab == 0 {
			h.list = nil
		}
		h.list = append(h.others(tab), Lockout{tab, domain, h.now()})
	}
	h.mu.Unlock()
	if on {
		h.save()
	}
}

// LockedOut reports whether the agent is kept out of a tab, 0 for a new one, and
// whether that is because it is kept out of everything.
func (h *Lockouts) LockedOut(tab int) (held, everywhere bool) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, o := range h.list {
		if (o.TabID == 0 || o.TabID == tab) && now-o.At < lockoutMS {
			held, everywhere = true, everywhere || o.TabID == 0
		}
	}
	return held, everywhere
}

// Release lets the agent back into a tab, or with tab 0 into everything. It returns
// what kept it out, and whether anything did.
func (h *Lockouts) Release(tab int) (was Lockout, lifted bool) {
	h.mu.Lock()
	for _, o := range h.list {
		if o.TabID == tab {
			was, lifted = o, true
		}
	}
	h.list = h.others(tab)
	h.mu.Unlock()
	if lifted {
		h.save()
	}
	return was, lifted
}

// Move follows a tab to its new number; 0 when it is gone.
func (h *Lockouts) Move(tab, by int) {
	h.mu.Lock()
	var moved bool
	for i, o := range h.list {
		if moved = o.TabID == tab; moved {
			if h.list[i].TabID = by; by == 0 {
				h.list = append(h.list[:i:i], h.list[i+1:]...)
			}
			break
		}
	}
	h.mu.Unlock()
	if moved {
		h.save()
	}
}

// others are the holds but that of a tab, and but those that are over. h.mu is
// held.
func (h *Lockouts) others(tab int) (rest []Lockout) {
	now := h.now()
	for _, o := range h.list {
		if o.TabID != tab && now-o.At < lockoutMS {
			rest = append(rest, o)
		}
	}
	return rest
}

func (h *Lockouts) now() int64 { return h.clock.Now().UnixMilli() }

func (h *Lockouts) save() {
	h.writer.Put(Local, KeyHolds, func() []byte {
		h.mu.Lock()
		defer h.mu.Unlock()
		var rows [][]byte
		for _, o := range h.list {
			rows = append(rows, holdRow{o.TabID, o.Domain, o.At, o.At + lockoutMS}.encode())
		}
		return rowsOf(rows)
	}, nil)
}
