package session

import (
	"context"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// Reach is a [Policy]'s part that no list of the person's names: what an agent
// is driven by, what gives out a machine's credentials, and, where the operator
// or the organisation says so, everything that is not public.

// controlEndpoint is one place that the agent is driven from: its backend, or the
// browser's DevTools.
type controlEndpoint struct {
	domain string
	port   int
}

// maxKnown bounds the names that are known to lead inside.
const maxKnown = 200

// SetControlEndpoints are the addresses, URLs with a port or the port of their scheme, that
// no agent may go to because it is driven from there. They take the place of
// those of the last call. One on this machine means the port under each of its
// names.
func (p *Policy) SetControlEndpoints(urls ...string) {
	var all []controlEndpoint
	for _, url := range urls {
		if strings.HasPrefix(url, "ws") { // as the extension calls its backend
			url = "http" + url[len("ws"):]
		}
		if loc, err := Locate(url); err == nil && loc.Host != "" {
			all = append(all, controlEndpoint{plain(loc.Domain()), loc.Port})
		}
	}
	p.mu.Lock()
	p.endpoints = all
	p.mu.Unlock()
}

// RefusePrivate keeps the agent out of private networks whatever storage says:
// the operator's word at the other end of the bridge. It reports whether that is
// news.
func (p *Policy) RefusePrivate(refuse bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	news := p.refusePrivate != refuse
	p.refusePrivate = refuse
	return news
}

// Public reports whether only public addresses are allowed.
func (p *Policy) Public() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.public || p.refusePrivate
}

// knownName is a name that leads to a private address.
type knownName struct {
	domain string
	// metadata: the address is that of a cloud's metadata.
	metadata bool
}

// Resolved takes note that a name was resolved to an address, by the host or by the
// browser, and answers as [Policy.Check] does from then on. The metadata of a cloud is
// refused whether or not private networks are.
func (p *Policy) Resolved(domain, address string) error {
	loc, err := Locate("http://" + address + "/")
	if err != nil { // an IPv6 address comes without brackets
		loc, err = Locate("http://[" + address + "]/")
	}
	at := loc.Domain()
	metadata := isMetadata(at)
	if err != nil || !isAddress(at) || !metadata && !(p.Public() && isInternal(at)) {
		return nil
	}
	name := knownName{domain, metadata}
	p.mu.Lock()
	known := false
	for _, k := range p.known {
		known = known || k == name
	}
	if !known {
		if len(p.known) == maxKnown {
			p.known = p.known[1:]
		}
		p.known = append(p.known, name)
	}
	p.mu.Unlock()
	return p.checkNetwork(domain)
}

// checkNetwork answers for a domain what no list says.
func (p *Policy) checkNetwork(domain string) error {
	private, metadata := isInternal(domain), isMetadata(domain)
	p.mu.Lock()
	for _, k := range p.known {
		if k.domain == domain {
			private, metadata = true, metadata || k.metadata
		}
	}
	p.mu.Unlock()
	switch {
	case metadata:
		return protocol.NewError(protocol.CodeDomainBlocked, domain+" gives the credentials of the machine to whoever asks there (the metadata of a cloud), so no agent may go there: stop this plan and tell the person.")
	case private && p.Public():
		return errPrivate(domain)
	}
	return nil
}

func errPrivate(domain string) error {
	return protocol.NewError(protocol.CodeDomainBlocked, domain+" is on this machine or in a private network, which the agent is kept out of here: use a public address, or ask whoever runs bua to allow it (--private-network allow, or privateNetwork in the organisation's policy).")
}

// checkControlEndpoint answers whether a location is one of the control endpoints.
func (p *Policy) checkControlEndpoint(loc Location) error {
	domain := plain(loc.Domain())
	p.mu.Lock()
	endpoints := p.endpoints
	p.mu.Unlock()
	for _, l := range endpoints {
		if l.port == loc.Port && (l.domain == domain || isLoopback(l.domain) && isLoopback(domain)) {
			return protocol.NewError(protocol.CodeDomainBlocked, domain+" at port "+strconv.Itoa(l.port)+" is where bua itself or its browser is driven from, so no agent may go there: leave it out; a site of the person's own has to use another port.")
		}
	}
	return nil
}

// readPublic reads whether private networks are refused: where the person or the
// organisation says so, and in the strict profile unless one of them allows
// them. A word that is not understood refuses them.
func (p *Policy) readPublic(ctx context.Context, profile Profile) bool {
	own, errOwn := p.writer.store.Get(ctx, Local, KeyPrivateNetwork)
	theirs, errTheirs := p.writer.Managed(ctx, KeyPrivateNetwork, func(data []byte) bool {
		return string(data) == `"`+PrivateAllow+`"` || string(data) == `"`+PrivateRefuse+`"`
	})
	if errOwn != nil || errTheirs != nil {
		return true
	}
	public := profile == ProfileStrict
	for _, data := range [][]byte{own, theirs} {
		switch s := string(data); s {
		case "", "null":
		case `"` + PrivateAllow + `"`:
			public = false
		default:
			return true
		}
	}
	return public
}
