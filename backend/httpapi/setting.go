package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"

	"github.com/zapvol/bua/core/protocol"
)

// Setting is one thing that the backend's owner decides.
type Setting struct {
	Name   string   `json:"name"`
	Value  string   `json:"value"`
	Values []string `json:"values"`
	Says   string   `json:"says"`
}

// chosen is the body of a change.
type chosen struct {
	Value string `json:"value"`
}

func (o Options) set(w http.ResponseWriter, r *http.Request) {
	var body chosen
	if err := json.NewDecoder(io.LimitReader(r.Body, 4096)).Decode(&body); err != nil {
		refuse(w, http.StatusBadRequest, `the body must be {"value":"…"}`)
		return
	}
	if o.Set == nil {
		fail(w, protocol.NewError(protocol.CodeInvalidAction, "only the backend's owner may change its policy: run bua policy set where it runs, while it is stopped"))
		return
	}
	done(w, o.Set(User(r.Context()), r.PathValue("name"), body.Value))
}

// Settings lists what the backend's owner has decided.
func (c *Client) Settings(ctx context.Context) (list []Setting, err error) {
	return list, c.call(ctx, http.MethodGet, "/api/policy", nil, &list)
}

// Set changes a setting.
func (c *Client) Set(ctx context.Context, name, value string) error {
	body, err := json.Marshal(chosen{value})
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPut, "/api/policy/"+url.PathEscape(name), body, nil)
}
