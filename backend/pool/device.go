package pool

import (
	"sort"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// Device is a connected browser, for lists.
type Device struct {
	protocol.Device
	ClientVersion string    `json:"clientVersion"`
	Since         time.Time `json:"since"`
	InFlight      int       `json:"inFlight"`
}

// Connected reports whether the user has a browser connected.
func (p *Pool) Connected(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.conns[user]) > 0
}

// Reaches reports whether a request to that device, or to the user's only one,
// finds a connection.
func (p *Pool) Reaches(user, device string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if device == "" {
		return len(p.conns[user]) > 0
	}
	return p.conns[user][device] != nil
}

// Devices lists the user's connected browsers by id.
func (p *Pool) Devices(user string) []Device {
	p.mu.Lock()
	conns := make([]*Conn, 0, len(p.conns[user]))
	for _, c := range p.conns[user] {
		conns = append(conns, c)
	}
	p.mu.Unlock()
	list := make([]Device, 0, len(conns))
	for _, c := range conns {
		c.mu.Lock()
		n := len(c.pending)
		c.mu.Unlock()
		list = append(list, Device{Device: c.device, ClientVersion: c.client, Since: c.since, InFlight: n})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// pick finds the connection for a request. A named device is found by its id,
// or by its name where only one has it; there is never a fallback to another.
func (p *Pool) pick(to To) (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	devices := p.conns[to.User]
	if len(devices) == 0 {
		return nil, unsent(
			"no browser is connected: start the browser with the bua extension, or pair it in the extension's options")
	}
	if to.Device == "" {
		if len(devices) == 1 {
			for _, c := range devices {
				return c, nil
			}
		}
		return nil, protocol.NewError(protocol.CodeInvalidAction, "device: several browsers are connected, name one of: "+names(devices))
	}
	if c := devices[to.Device]; c != nil {
		return c, nil
	}
	var found []*Conn
	for _, c := range devices {
		if c.device.Name == to.Device {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, protocol.NewError(protocol.CodeInvalidAction, "device: the one named is not connected, connected are: "+names(devices))
	default:
		return nil, protocol.NewError(protocol.CodeInvalidAction, "device: several browsers have this name, use an id of: "+names(devices))
	}
}

// names lists devices as id (name), in order.
func names(devices map[string]*Conn) string {
	list := make([]string, 0, len(devices))
	for id, c := range devices {
		if c.device.Name != "" {
			id += " (" + c.device.Name + ")"
		}
		list = append(list, id)
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}
