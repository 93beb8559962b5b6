package model

import (
	"io"
	"strings"
)

// send sends JSON to an address, and returns the answer's body where there is one.
func (c *Client) send(x *exchange, method, address string, body value) (*watched, *trouble) {
	out := Outgoing{Method: method, URL: c.asked(address), Wire: c.form, Body: body, Header: []Header{{"Content-Type", "application/json"}}}
	if c.form == Messages {
		out.Header = append(out.Header, Header{"Anthropic-Version", "2023-06-01"}) // the form of which this is
	}
	switch {
	case c.key == "":
	case c.provider.Header != "":
		out.Header = append(out.Header, Header{c.provider.Header, c.key})
	default:
		out.Header = append(out.Header, Header{"Authorization", "Bearer " + c.key})
	}
	return x.send(c.sender, out)
}

// asked is an address with what the provider wants behind each.
func (c *Client) asked(address string) string {
	address, query, _ := strings.Cut(address, "?")
	if name, _, _ := strings.Cut(query, "="); c.provider.Query[name] != "" {
		query = ""
	}
	for _, name := range sorted(c.provider.Query) {
		if query != "" {
			query += "&"
		}
		query += escape(name) + "=" + escape(c.provider.Query[name])
	}
	if query == "" {
		return address
	}
	return address + "?" + query
}

// get reads JSON from there.
func (c *Client) get(x *exchange, method, address string, body value) (value, *trouble) {
	from, t := c.send(x, method, address, body)
	switch {
	case t != nil:
		return nil, t
	case x.status == 404:
		return nil, troubled(noPath)
	case from == nil:
		return nil, troubled(shapeless)
	}
	defer from.Close()
	return from.all()
}

// all reads an answer in one piece.
func (w *watched) all() (value, *trouble) {
	data, err := io.ReadAll(w)
	if err != nil {
		return nil, troubled(torn)
	}
	v, ok := parse(data)
	if !ok {
		return nil, troubled(shapeless)
	}
	return v, nil
}

// list reads the models that the server names.
func (c *Client) list(x *exchange) ([]Info, *trouble) {
	path, member := c.wire.list()
	v, t := c.get(x, "GET", c.provider.Base+path, nil)
	if t != nil {
		return nil, t
	}
	all := v.at(member)
	if !all.is('[') {
		return nil, troubled(shapeless)
	}
	return c.wire.listed(all), nil
}

// chat sends a request and reads its answer piece by piece into the draft. An answer in
// one piece is one, whatever was asked for.
func (c *Client) chat(x *exchange, r *request, d *draft) *trouble {
	path, body := c.wire.ask(r)
	from, t := c.send(x, "POST", c.provider.Base+path, r.own(body))
	if from == nil {
		return t
	}
	defer from.Close()
	to := c.wire.reader(d)
	if x.whole && c.form != Ollama {
		var v value
		if v, t = from.all(); t == nil {
			t = whole(v, to)
		}
	} else {
		t = x.pieces(&pieces{lines: liner{from: from}, events: c.form != Ollama}, d, to)
		if t.is(reported) && x.whole && d.model == "" {
			t = troubled(shapeless) // no stream
		}
	}
	to.done()
	x.tell(d)
	return t
}

// pieces reads an answer piece by piece.
func (x *exchange) pieces(from *pieces, d *draft, to reader) *trouble {
	for {
		v, t := from.next()
		if v == nil {
			return t
		}
		t = to.add(v)
		x.tell(d)
		if t != nil {
			return t
		}
	}
}

// tell tells what has come. It is told here alone, so that whatever reads an answer waits
// for nobody.
func (x *exchange) tell(d *draft) {
	for i := range d.untold {
		d.tell(d.untold[i])
	}
	d.untold = d.untold[:0]
}

// whole takes an answer in one piece.
func whole(v value, to reader) *trouble {
	if said := readRefusal(v); said.known && len(said.signs) == 0 {
		return troubled(shapeless) // LM Studio says 200 and a sentence for a path that it does not have
	}
	return to.add(v)
}
