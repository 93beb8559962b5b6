package direct

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

const (
	// dialLimit bounds one try to connect, from the first byte to the list of
	// tabs.
	dialLimit = 10 * time.Second
	// maxMessage bounds one message of the browser's: a picture of a very tall
	// page is some ten megabytes of base64.
	maxMessage = 128 << 20
	// A connection that is silent for pingEvery is asked whether it is there;
	// pingLimit later it counts as lost. Proxies drop what is silent.
	pingEvery = 20 * time.Second
	pingLimit = 10 * time.Second
)

// client follows no redirect: the token of an address is for its host alone.
func client() *http.Client {
	return &http.Client{
		Transport:     http.DefaultTransport.(*http.Transport).Clone(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// dial opens the socket. Its errors carry nothing of the address.
func dial(ctx context.Context, address string, c *http.Client) (wire, error) {
	ws, resp, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: c})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
			return nil, status(resp.StatusCode)
		}
		return nil, reach(err)
	}
	ws.SetReadLimit(maxMessage)
	return socket{ws}, nil
}
