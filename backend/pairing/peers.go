package pairing

import "time"

// Learn takes over a device that another desk has put, unless it was revoked:
// what is read may be older than that.
func (d *Desk) Learn(r Record) {
	if r.check() != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.revoked[r.ID] {
		return
	}
	if have := d.devices[r.ID]; have != nil {
		r.LastSeen = have.LastSeen
	}
	d.add(&r)
}

// Forget shuts a device out that another desk has revoked, and closes its socket.
func (d *Desk) Forget(device string) {
	d.mu.Lock()
	d.revoked[device] = true
	r := d.devices[device]
	if r != nil {
		d.remove(r)
	}
	d.mu.Unlock()
	if r != nil && d.o.Dropped != nil {
		d.o.Dropped(r.User, device)
	}
}

// Devices are the ids of all devices.
func (d *Desk) Devices() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := make([]string, 0, len(d.devices))
	for id := range d.devices {
		list = append(list, id)
	}
	return list
}

// Older reports whether a device was made before then.
func (d *Desk) Older(device string, then time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.devices[device]
	return r != nil && r.CreatedAt.Before(then)
}

// look finds a device that another desk may have put a moment ago. The caller
// does not hold the mutex.
func (d *Desk) look(id string) error {
	s, ok := d.o.Keeper.(Shared)
	if !ok {
		return nil
	}
	d.mu.Lock()
	known := d.devices[id] != nil || d.revoked[id]
	d.mu.Unlock()
	if known {
		return nil
	}
	r, err := s.Device(id)
	if err == nil && r != nil && r.ID == id {
		d.Learn(*r)
	}
	return err
}

// lookTicket does the same for a code.
func (d *Desk) lookTicket(text string) {
	s, ok := d.o.Keeper.(Shared)
	name, long := nameOf(text)
	if !ok || !long {
		return
	}
	d.mu.Lock()
	known := d.codes[name] != nil
	d.mu.Unlock()
	if known {
		return
	}
	if t, err := s.Ticket(name); err == nil && t != nil && t.Name == name {
		d.mu.Lock()
		if d.codes[name] == nil {
			d.codes[name] = t
		}
		d.mu.Unlock()
	}
}

// claim uses a code up before its key is given out.
func (d *Desk) claim(name string) error {
	if s, ok := d.o.Keeper.(Shared); ok {
		return s.Claim(name)
	}
	return nil
}
