package doctor

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
)

// skew is how far two clocks may be apart; pairing's window is a minute.
const skew = 50 * time.Second

// backend looks at the backend of a home.
type backend struct {
	Doctor
	token, operators string
	client           *httpapi.Client // nil unless one runs that proved itself
	operator         *httpapi.Client // the same with the operator's token
}

func (b *backend) look(ctx context.Context) []Finding {
	const check = "backend"
	address, err := b.Home.Announced()
	said := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		address, err = b.Home.Listen()
	}
	if err != nil {
		return []Finding{wrong(check, reason(err), "delete that file and start bua serve again")}
	}
	if !loopback(address) {
		return []Finding{wrong(check, "backend.json names "+address+", which is not this machine", "delete that file and start bua serve again; nothing was sent there")}
	}
	ctx, cancel := context.WithTimeout(ctx, 6*patience)
	defer cancel()
	c := &httpapi.Client{Base: "http://" + address, Token: b.token}
	one, end := context.WithTimeout(ctx, patience)
	defer end()
	f, err := c.Health(one)
	switch {
	case errors.Is(err, httpapi.ErrNoBackend) && said:
		return []Finding{wrong(check, "nothing listens at "+address+", where the last one did; it was killed", "start it again with bua serve")}
	case errors.Is(err, httpapi.ErrNoBackend):
		return []Finding{wrong(check, "none runs: nothing listens at "+address, "start one with bua serve")}
	case errors.Is(err, httpapi.ErrStranger) && b.token == "":
		return []Finding{wrong(check, "something listens at "+address+", and without a token it cannot be told what", "mend the token first; if it is another program, choose another port: bua serve --listen 127.0.0.1:PORT")}
	case errors.Is(err, httpapi.ErrStranger):
		return []Finding{wrong(check, address+" is taken by a program that does not know the token", "choose another port with bua serve --listen 127.0.0.1:PORT, or the --config-dir of the backend that runs there")}
	case err != nil:
		return []Finding{wrong(check, "something listens at "+address+" but does not answer as a backend does", "restart bua serve, or choose another port with --listen 127.0.0.1:PORT")}
	}
	b.client = c
	if b.operators != "" {
		o := &httpapi.Client{Base: c.Base, Token: b.operators}
		if o.Prove(one) == nil {
			b.operator = o
		}
	}
	list := []Finding{ok(check, "answers at "+address+", on this machine only")}
	if f.Trouble != "" {
		list[0] = wrong(check, "answers at "+address+" but cannot work: "+f.Trouble, "see its log, and whether the disk is full")
	}
	list = append(list, clock(f.Clock, time.Now()), b.doors(ctx, address))
	return append(list, b.status(ctx)...)
}

// loopback reports whether an address names this machine by number.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// clock compares the backend's clock with ours. They differ where one of them
// runs in a container or a virtual machine.
func clock(theirs, ours time.Time) Finding {
	const check = "clock"
	if theirs.IsZero() {
		return note(check, "the backend does not tell its time", "restart bua serve")
	}
	if off := ours.Sub(theirs).Abs(); off > skew {
		return wrong(check, "that of the backend is "+strconv.Itoa(int(off/time.Second))+" s off", "set the clocks: a browser may be 60 s off at most")
	}
	return ok(check, "that of the backend is right")
}

// doors knocks as a page would whose name was rebound to this machine, and as
// another site's page: both must be refused, without a token being looked at.
func (b *backend) doors(ctx context.Context, address string) Finding {
	const check = "doors"
	for _, knock := range []struct{ name, host, origin string }{
		{"Host", "bua-doctor.invalid", ""},
		{"Origin", address, "https://bua-doctor.invalid"},
	} {
		one, end := context.WithTimeout(ctx, patience)
		status, err := ask(one, address, knock.host, knock.origin)
		end()
		if err != nil {
			return unknown(check, "the backend ended meanwhile")
		}
		if status != http.StatusForbidden {
			return wrong(check, "a foreign "+knock.name+" is not refused", "something stands between: reach the backend directly at "+address)
		}
	}
	return ok(check, "foreign Host and Origin are refused")
}

// knocker has no proxy and keeps no connection.
var knocker = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func ask(ctx context.Context, address, host, origin string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/api/status", nil)
	if err != nil {
		return 0, err
	}
	req.Host = host
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	resp, err := knocker.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// status asks the backend for its version, its settings and its browsers.
func (b *backend) status(ctx context.Context) []Finding {
	s, err := b.client.Status(ctx)
	if err != nil {
		return []Finding{wrong("version", "the backend does not tell its status: "+reason(err), "restart bua serve with this bua")}
	}
	list := []Finding{b.version(s)}
	if b.operator == nil {
		return append(append(list, wrong("settings", "those of the backend are told to the operator's token only, which it does not know", "end it and start bua serve again")), b.devices(s)...)
	}
	settings, err := b.operator.Settings(ctx)
	if err != nil {
		list = append(list, wrong("settings", "those of the backend cannot be read: "+reason(err), "restart bua serve with this bua"))
	}
	for _, o := range settings {
		list = append(list, ok("settings", o.Name+" is "+o.Value))
	}
	return append(list, b.devices(s)...)
}

func (b *backend) version(s httpapi.Status) Finding {
	const check = "version"
	switch {
	case s.ProtocolVersion != protocol.Version:
		return wrong(check, "the backend speaks protocol "+strconv.Itoa(s.ProtocolVersion)+", this bua "+strconv.Itoa(protocol.Version), "end the backend and start bua serve with this bua")
	case s.Version != b.Version:
		return wrong(check, "the backend is "+s.Version+", this bua "+b.Version, "end the backend and start bua serve with this bua")
	default:
		return ok(check, "backend and bua are both "+s.Version)
	}
}
