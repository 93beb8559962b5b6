package chrome

import (
	"bytes"
	"context"
)

// About is what the browser says of itself and of the extension.
type About struct{ ID, Version, Browser string }

// ReadAbout asks for it.
func ReadAbout(ctx context.Context, h Host) (a About, err error) {
	answer, err := h.Ask(ctx, ask("about").end())
	if err != nil {
		return a, other("say what it is", err)
	}
	err = Members(answer, func(name string, v []byte) {
		switch name {
		case "id":
			a.ID = Text(v)
		case "version":
			a.Version = Text(v)
		case "browser":
			a.Browser = Text(v)
		}
	})
	return a, err
}

// ReadBootstrap returns bootstrap.json, nil when there is none.
func ReadBootstrap(ctx context.Context, h Host) ([]byte, error) {
	answer, err := h.Ask(ctx, ask("bootstrap").end())
	if err != nil || string(answer) == "null" {
		return nil, err
	}
	return answer, nil
}

// Pair posts a pairing request and returns the status and the JSON body;
// status 0 means that nobody answered.
func Pair(ctx context.Context, h Host, url string, body []byte) (status int, answer []byte, err error) {
	data, err := h.Ask(ctx, ask("pair").text("url", url).raw("body", body).end())
	if err != nil {
		return 0, nil, err
	}
	err = Members(data, func(name string, v []byte) {
		switch name {
		case "status":
			status = Int(v)
		case "body":
			answer = bytes.Clone(v)
		}
	})
	return status, answer, err
}
