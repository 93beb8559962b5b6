package worker

import (
	"slices"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
)

// maxPanels is how many panels may be open at a time.
const maxPanels = 16

// panels are the ports of the extension's panels that the backend may hear of; owner:
// the lane links. All of them began on one connection and end with it: the panel then
// opens another one and asks for what it shows.
type panels struct {
	conn  int
	ports []int
}

// panelEvent is a frame of one of the extension's panels, whose sender
// serviceworker/panels.ts has checked. The first one opens its port.
//
//bua:event panel
type panelEvent struct {
	Port int `json:"port"`
	// Data is unread: it is the backend's.
	Data chrome.JSON `json:"data" bua:"line"`
}

func (e panelEvent) tell(w *Worker) {
	w.links.put(func() {
		p := &w.panels
		conn := w.state.Panels()
		if conn == 0 || len(e.Data) > protocol.MaxFrame || !p.open(conn, e.Port) {
			chrome.PanelCloseCall{Port: e.Port}.Post(w.Host) // which is told, and so forgotten
			return
		}
		w.step(link.Outgoing{Conn: conn, Message: protocol.Panel{Port: e.Port, Data: []byte(e.Data)}})
	})
}

// panelClosedEvent is a panel that has gone.
//
//bua:event panel_closed
type panelClosedEvent struct {
	Port int `json:"port"`
}

func (e panelClosedEvent) tell(w *Worker) {
	w.links.put(func() {
		if w.panels.forget(e.Port) {
			w.step(link.Outgoing{Conn: w.panels.conn, Message: protocol.Panel{Port: e.Port}})
		}
	})
}

// open reports whether a port is open on a connection, and opens a new one.
func (p *panels) open(conn, port int) bool {
	if slices.Contains(p.ports, port) {
		return p.conn == conn
	}
	if len(p.ports) >= maxPanels || port <= 0 {
		return false
	}
	p.conn, p.ports = conn, append(p.ports, port)
	return true
}

// forget reports whether the port was open.
func (p *panels) forget(port int) bool {
	i := slices.Index(p.ports, port)
	if i < 0 {
		return false
	}
	p.ports = slices.Delete(p.ports, i, i+1)
	return true
}

// closePanels ends those of a connection that is over.
func (w *Worker) closePanels() {
	p := &w.panels
	if p.conn == w.state.Panels() {
		return
	}
	for _, port := range p.ports {
		chrome.PanelCloseCall{Port: port}.Post(w.Host)
	}
	p.conn, p.ports = w.state.Panels(), nil
}

// showPanel hands the backend's frame to its panel, or ends the port.
func (w *Worker) showPanel(m protocol.Panel) {
	switch {
	case !slices.Contains(w.panels.ports, m.Port):
	case len(m.Data) == 0:
		w.panels.forget(m.Port) // the backend needs no word of it
		chrome.PanelCloseCall{Port: m.Port}.Post(w.Host)
	default:
		chrome.PanelCall{Port: m.Port, Data: chrome.JSON(m.Data)}.Post(w.Host)
	}
}
