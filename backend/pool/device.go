package pool

import (
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// Device is a connected browser, for lists.
type Device struct {
	protocol.Device
	ClientVersion string
	Since         time.Time

	conn *Conn // nil for one of another backend
}

// Connected reports whether the user has a browser connected, to whatever backend.
func (p *Pool) Connected(user string) bool { return p.Reaches(user, "") }

// Reaches reports whether a request to that device, or to the user's only one,
// finds a connection.
func (p *Pool) Reaches(user, device string) bool {
	p.mu.Lock()
	here := device == "" && len(p.conns[user]) > 0 || p.conns[user][device] != nil
	p.mu.Unlock()
	if here {
		return true
	}
	return len(p.peers.Find(user, device)) > 0
}

// Devices lists the user's connected browsers by id, those of other backends
// too.
func (p *Pool) Devices(user string) []Device {
	list := p.devices(user)
	slices.SortFunc(list, func(a, b Device) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func (p *Pool) devices(user string) []Device {
	p.mu.Lock()
	list := make([]Device, 0, len(p.conns[user]))
	for _, c := range p.conns[user] {
		list = append(list, Device{Device: c.device, ClientVersion: c.client, Since: c.since, conn: c})
	}
	p.mu.Unlock()
	for _, d := range p.peers.Find(user, "") {
		if !slices.ContainsFunc(list, func(have Device) bool { return have.ID == d.ID }) {
			list = append(list, d)
		}
	}
	return list
}

// pick finds the device for a request; its connection is nil when it is at
// another backend. A named device is found by its id, or by its name where only
// one has it; there is never a fallback to another.
func (p *Pool) pick(to To) (Device, error) {
	p.mu.Lock()
	c := p.conns[to.User][to.Device]
	p.mu.Unlock()
	if c != nil { // the usual case, and the quick one
		return Device{Device: c.device, conn: c}, nil
	}
	if to.Device != "" {
		if far := p.peers.Find(to.User, to.Device); len(far) > 0 {
			return far[0], nil
		}
	}
	devices := p.devices(to.User)
	if len(devices) == 0 {
		return Device{}, unsent(
			"no browser is connected: start the browser with the bua extension, or pair it in the extension's options")
	}
	if to.Device == "" {
		if len(devices) == 1 {
			return devices[0], nil
		}
		return Device{}, protocol.NewError(protocol.CodeInvalidAction, "device: several browsers are connected, name one of: "+names(devices))
	}
	var found []Device
	for _, d := range devices {
		if d.ID == to.Device {
			return d, nil
		}
		if d.Name == to.Device {
			found = append(found, d)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Device{}, protocol.NewError(protocol.CodeInvalidAction, "device: the one named is not connected, connected are: "+names(devices)).NotDone()
	default:
		return Device{}, protocol.NewError(protocol.CodeInvalidAction, "device: several browsers have this name, use an id of: "+names(devices))
	}
}

// names lists devices as id (name), in order.
func names(devices []Device) string {
	list := make([]string, 0, len(devices))
	for _, d := range devices {
		id := d.ID
		if d.Name != "" {
			id += " (" + d.Name + ")"
		}
		list = append(list, id)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
