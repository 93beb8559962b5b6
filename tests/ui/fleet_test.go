package ui

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/tests/e2e"
)

// fleetClient speaks to an office's server on the address behind its proxy, under
// its name.
type fleetClient struct {
	t     *testing.T
	o     *e2e.Office
	token string
}

func (c *fleetClient) ask(method, path string, out any) int {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.o.URL()+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Host = c.o.Host
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode
}

func (c *fleetClient) list() (list []httpapi.Browser) {
	c.t.Helper()
	if status := c.ask(http.MethodGet, "/api/fleet", &list); status != http.StatusOK {
		c.t.Fatal(status)
	}
	return list
}

func (c *fleetClient) revoke(user string) int {
	c.t.Helper()
	var r httpapi.Revoked
	if status := c.ask(http.MethodDelete, "/api/fleet/"+user, &r); status != http.StatusOK {
		c.t.Fatal(status)
	}
	return len(r.Devices)
}
