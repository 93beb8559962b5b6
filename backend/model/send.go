package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// send sends JSON.
func (c *Client) send(ctx context.Context, method, address string, body any, header map[string]string) (*http.Response, error) {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if query := req.URL.Query(); len(c.provider.Query) > 0 {
		for k, v := range c.provider.Query {
			query.Set(k, v)
		}
		req.URL.RawQuery = query.Encode()
	}
	req.Header.Set("Content-Type", "application/json")
	for k, v := range header {
		req.Header.Set(k, v)
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	return c.http.Do(req)
}

// get reads JSON from there.
func (c *Client) get(ctx context.Context, method, address string, body, out any) error {
	var header map[string]string
	if _, ok := c.wire.(*messages); ok {
		header = anthropicVersion
	}
	res, err := c.send(ctx, method, address, body, header)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	switch {
	case res.StatusCode == http.StatusNotFound:
		return errNoPath
	case res.StatusCode != http.StatusOK:
		return errShape
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return err
	}
	return json.Unmarshal(data, out)
}

// stream sends a request and reads its answer event by event. An answer in one piece is
// one event, whatever was asked for.
func (c *Client) stream(ctx context.Context, address string, body any, header map[string]string, each func(data []byte) error) error {
	res, err := c.send(ctx, http.MethodPost, address, body, header)
	if err != nil || res.StatusCode != http.StatusOK {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		return events(res.Body, each)
	}
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if said := readRefusal(data); said.known && len(said.signs) == 0 {
		return errShape // LM Studio says 200 and a sentence for a path that it does not have
	}
	return each(data)
}

// events reads server-sent events, of which only the data counts.
func events(from io.Reader, each func(data []byte) error) error {
	lines := bufio.NewReader(from)
	var data []byte
	for {
		line, err := lines.ReadBytes('\n')
		text := bytes.TrimRight(line, "\r\n")
		if more, ok := bytes.CutPrefix(text, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(more, []byte(" "))...), '\n')
		}
		if bytes.HasPrefix(data, []byte("[DONE]")) {
			return nil
		}
		if ended := err != nil; len(data) > 0 && (len(text) == 0 || ended) {
			if e := each(data); e != nil {
				if ended && isSyntax(e) {
					return io.ErrUnexpectedEOF // an event that was cut
				}
				return e
			}
			data = nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
