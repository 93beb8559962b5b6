package session

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
)

// holdMS is how long a stop keeps the agent out, unless the person lets it back
// in before.
const holdMS = 10 * 60 * 1000

// Hold is where the person has stopped the agent.
type Hold struct {
	TabID  int    // 0 for everywhere
	Domain string // of the session that was stopped
	At     int64
}

// Holds keeps the agent out of where the person has stopped it. Its state is in
// storage, so that a stop outlives the worker. Safe for concurrent use.
type Holds struct {
	writer *Writer
	clock  Clock

	mu   lock.Mutex
	on   bool   // owned by mu
	list []Hold // owned by mu
}

// NewHolds returns one that holds nothing before [Holds.Load].
func NewHolds(writer *Writer, clock Clock) *Holds { return &Holds{writer: writer, clock: clock} }

// Load takes over what storage holds. Where that cannot be read, the person may
// have stopped everything.
func (h *Holds) Load(ctx context.Context) {
	var list []Hold
	data, err := h.writer.store.Get(ctx, Run, KeyHolds)
	if err == nil {
		err = readObjects(data, func(f fields) {
			r := readHoldRow(f)
			list = append(list, Hold{TabID: r.TabID, Domain: r.Domain, At: r.At})
		})
	}
	if err != nil {
		list = []Hold{{At: h.now()}}
	}
	h.mu.Lock()
	h.list = list
	h.mu.Unlock()
	h.LoadChoice(ctx)
}

// LoadChoice reads whether the person wants this; whoever does not is held to
// no earlier stop either.
func (h *Holds) LoadChoice(ctx context.Context) {
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
func (h *Holds) Put(tab int, domain string) {
	h.mu.Lock()
	on := h.on
	if on {
		if tab == 0 {
			h.list = nil
		}
		h.list = append(h.others(tab), Hold{tab, domain, h.now()})
	}
	h.mu.Unlock()
	if on {
		h.save()
	}
}

// Held reports whether the agent is kept out of a tab, 0 for a new one, and
// whether that is because it is kept out of everything.
func (h *Holds) Held(tab int) (held, everywhere bool) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, o := range h.list {
		if (o.TabID == 0 || o.TabID == tab) && now-o.At < holdMS {
			held, everywhere = true, everywhere || o.TabID == 0
		}
	}
	return held, everywhere
}

// Lift lets the agent back into a tab, or with tab 0 into everything. It returns
// what kept it out, and whether anything did.
func (h *Holds) Lift(tab int) (was Hold, lifted bool) {
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
func (h *Holds) Move(tab, by int) {
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
func (h *Holds) others(tab int) (rest []Hold) {
	now := h.now()
	for _, o := range h.list {
		if o.TabID != tab && now-o.At < holdMS {
			rest = append(rest, o)
		}
	}
	return rest
}

func (h *Holds) now() int64 { return h.clock.Now().UnixMilli() }

func (h *Holds) save() {
	h.writer.Put(Run, KeyHolds, func() []byte {
		h.mu.Lock()
		defer h.mu.Unlock()
		var rows [][]byte
		for _, o := range h.list {
			rows = append(rows, holdRow{o.TabID, o.Domain, o.At, o.At + holdMS}.encode())
		}
		return rowsOf(rows)
	}, nil)
}
