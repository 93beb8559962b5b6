package bridge_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
)

// Example_mount shows how another Go backend mounts the bridge on its own
// net/http server: a pool for the requests, a pairing.Service for the pairings, a handler
// for the socket. Nothing else of bua is needed.
func Example_mount() {
	const extension = "abcdefghijklmnopabcdefghijklmnop"
	quiet := slog.New(slog.DiscardHandler)

	p := pool.New(pool.Options{Log: quiet, Events: func(e pool.Event) { /* for your own record */ }})
	pairings, err := pairing.New(pairing.Options{
		// Store: your own keeps the pairings over a restart.
		ExtensionIDs: []string{extension}, Log: quiet,
		Revoked: func(user, device string) { p.Drop(user, device, link.CloseRevoked, "revoked") },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	socket := ws.Handler(ws.Options{
		ExtensionIDs: []string{extension}, Auth: pairings, ServerVersion: "yours 1.0", Log: quiet,
		Attach: func(user string, h protocol.Hello, s *ws.Socket) ws.Peer { return p.Attach(user, h, s) },
		// Behind a proxy, Hosts and URL say how browsers reach you.
	})

	mux := http.NewServeMux()
	mux.Handle(link.PairingPath, pairings)
	mux.Handle(link.SocketPath, socket)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { /* your own routes */ })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close(); p.Close() }()

	// The person types a code into the extension's options. Here the extension
	// is a native one, for want of a browser.
	code := pairings.Issue("ann").Text
	browser := bridge.Start(bridge.Options{
		Client:    link.Client{ExtensionID: extension, Version: "0.1.0", DeviceName: "Ann's laptop"},
		Bootstrap: `{"serverUrl":"ws://` + listener.Addr().String() + link.SocketPath + `","code":"` + code + `"}`,
		Act: func(_ context.Context, r protocol.Request) protocol.Response {
			return protocol.Response{ID: r.ID, Result: []byte(`[{"tabId":1,"url":"https://example.com/","title":"Example","domain":"example.com"}]`)}
		},
	})
	defer browser.Stop()
	for !p.Connected("ann") {
		time.Sleep(time.Millisecond)
	}

	// From here on an agent's action is one call.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	result, err := p.Request(ctx, pool.To{Caller: protocol.Caller{User: "ann"}}, protocol.GetTabs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Devices("ann")[0].Name, "shows", result.(protocol.TabsResult)[0].Title)
	// Output: Ann's laptop shows Example
}
