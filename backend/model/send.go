package model

import (
	"io"
	"maps"
	"slices"
	"strings"
)

// send sends JSON to an address, and returns the answer's body where there is one.
func (c *Client) send(x *exchange, method, address string, body *object) (*watched, *trouble) {
	out := Outgoing{Method: method, URL: c.asked(address), Wire: c.form, Header: []Header{{"Content-Type", "application/json"}}}
	if body != nil {
		out.Body = body.json()
	}
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
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(c.provider.Query)) {
		pairs = append(pairs, escape(name)+"="+escape(c.provider.Query[name]))
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if _, own := c.provider.Query[name]; pair != "" && !own {
			pairs = append(pairs, pair)
		}
	}
	if len(pairs) == 0 {
		return address
	}
	return address + "?" + strings.Join(pairs, "&")
}

// get reads JSON from there.
func (c *Client) get(x *exchange, method, address string, body *object) (value, *trouble) {
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
	return readAll(from)
}

// readAll reads an answer in one piece.
func readAll(from *watched) (value, *trouble) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, troubled(torn)
	}
	v, ok := parse(data)
	if !ok {
		return nil, troubled(shapeless)
	}
	return v, nil
}

// stream sends a request and reads its answer event by event. An answer in one piece is
// one event, whatever was asked for.
func (c *Client) stream(x *exchange, address string, body *object, each func(value) *trouble) *trouble {
	from, t := c.send(x, "POST", address, body)
	if from == nil {
		return t
	}
	defer from.Close()
	if !x.whole {
		return events(from, each)
	}
	v, t := readAll(from)
	if t != nil {
		return t
	}
	if said := readRefusal(v); said.known && len(said.signs) == 0 {
		return troubled(shapeless) // LM Studio says 200 and a sentence for a path that it does not have
	}
	return each(v)
}
