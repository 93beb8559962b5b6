package link

import (
	"slices"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// posts lists where codes went.
func posts(effects []Effect) (list []string) {
	for _, e := range effects {
		if e, ok := e.(Redeem); ok {
			list = append(list, e.URL)
		}
	}
	return list
}

// opens lists the sockets that were asked for.
func opens(effects []Effect) (list []string) {
	for _, e := range effects {
		if e, ok := e.(Open); ok {
			list = append(list, e.URL)
		}
	}
	return list
}

const there = "https://hub.example" + PairingPath

func TestPair_ElsewhereWaitsForThePerson(t *testing.T) {
	for _, row := range []struct {
		name  string
		start string
		ask   func(*harness) []Effect
	}{
		{"a form", "", func(r *harness) []Effect {
			return r.do(Pair{ServerURL: "wss://Hub.Example/ws/browser", Code: "ABCD", DeviceName: "x"})
		}},
		{"a bootstrap.json", "", func(r *harness) []Effect {
			return r.do(Started{Client: Client{ExtensionID: testID, Version: "1"}, Bootstrap: []byte(`{"serverUrl":"wss://hub.example","code":"ABCD"}`)})
		}},
		{"a bootstrap.json beside a pairing", "", func(r *harness) []Effect {
			return r.do(Started{Client: Client{ExtensionID: testID, Version: "1"}, Config: []byte(config(loopback)), Bootstrap: []byte(`{"serverUrl":"wss://hub.example","code":"ABCD"}`)})
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t)
			r.start(row.start)
			is.Equal(posts(row.ask(r)), nil) // nothing leaves unasked
			is.Equal(r.state.Status().Asks, "hub.example")
			is.Equal(posts(r.do(Confirm{Host: "evil.example", Yes: true})), nil) // an answer to another question
			is.Equal(r.state.Status().Asks, "hub.example")
			is.Equal(posts(r.do(Retry{})), nil)
			is.Equal(posts(r.do(Confirm{Host: "hub.example", Yes: true})), []string{there})
			is.Equal(r.state.Status().Asks, "")
			is.Equal(posts(r.do(Confirm{Host: "hub.example", Yes: true})), nil) // once
		})
	}
}

func TestPair_Declined(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	boot := Started{Client: Client{ExtensionID: testID, Version: "1"}, Config: []byte(config(loopback)), Bootstrap: []byte(`{"serverUrl":"wss://hub.example","code":"ABCD"}`)}
	r.do(boot)
	var kept []byte
	for _, e := range r.do(Confirm{Host: "hub.example"}) {
		if e, ok := e.(Save); ok && e.Key == KeyConfig {
			kept = e.Value
		}
	}
	is.Equal(r.state.Status().Asks, "")
	is.Equal(r.state.Status().Server, loopback+"/") // the pairing stays
	boot.Config = kept
	is.Equal(posts(r.do(boot)), nil)
	is.Equal(r.state.Status().Asks, "") // the same file does not ask again

	r = newHarness(t)
	boot.Config = nil
	r.do(boot)
	kept = nil
	for _, e := range r.do(Confirm{Host: "hub.example"}) {
		if e, ok := e.(Save); ok && e.Key == KeyConfig {
			kept = e.Value
		}
	}
	boot.Config = kept
	r.do(boot)
	is.Equal(r.state.Status().Asks, "")
	is.Equal(r.state.Status().State, ModeUnpaired) // and is no pairing
}

func TestPair_ThisMachineIsNotAskedAbout(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start("")
	for _, url := range []string{loopback, "ws://localhost:48123", "ws://[::1]:48123", "wss://localhost:1"} {
		is.Equal(len(posts(r.do(Pair{ServerURL: url, Code: "ABCD"}))), 1)
		is.Equal(r.state.Status().Asks, "")
	}
}

// What answers may not send the browser on to another server.
func TestPair_TheAnswerNamesTheServerThatWasDialled(t *testing.T) {
	for _, row := range []struct{ name, dialled, answer, socket string }{
		{"the same", "ws://127.0.0.1:48123", "ws://127.0.0.1:48123/ws/browser", "ws://127.0.0.1:48123/ws/browser"},
		{"none", "ws://127.0.0.1:48123/ws/browser", "", "ws://127.0.0.1:48123/ws/browser"},
		{"the same by name", "ws://127.0.0.1:48123", "ws://localhost:48123/ws/browser", "ws://127.0.0.1:48123/ws/browser"},
		{"the same in other letters", "wss://hub.example", "wss://HUB.example:443/ws/browser", "wss://hub.example/ws/browser"},
		{"another host", "wss://hub.example", "wss://evil.example/ws/browser", ""},
		{"a host below it", "wss://hub.example", "wss://x.hub.example/ws/browser", ""},
		{"another host from this machine", "ws://127.0.0.1:48123", "wss://evil.example/ws/browser", ""},
		{"this machine from another host", "wss://hub.example", "ws://127.0.0.1:48123/ws/browser", ""},
		{"another port", "ws://127.0.0.1:48123", "ws://127.0.0.1:48124/ws/browser", ""},
		{"another scheme", "ws://127.0.0.1:48123", "wss://127.0.0.1:48123/ws/browser", ""},
		{"no URL", "ws://127.0.0.1:48123", "javascript:1", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t)
			r.start("")
			r.do(Pair{ServerURL: row.dialled, Code: "ABCD", DeviceName: "x"})
			r.do(Confirm{Host: "hub.example", Yes: true})
			body := `{"deviceId":"d1","key":"` + testKey + `","serverUrl":"` + row.answer + `"}`
			got := opens(r.do(Redeemed{ID: r.redeem.ID, Status: 200, Body: []byte(body)}))
			if row.socket == "" {
				is.Equal(got, nil)
				is.True(slices.Contains([]protocol.Reason{protocol.ReasonOtherServer, protocol.ReasonNotBua}, r.state.Status().Notice))
				is.Equal(r.state.Status().Server, "") // nothing was paired
				return
			}
			is.Equal(got, []string{row.socket})
		})
	}
}

// A name can be resolved elsewhere, also where the pairing has it since long.
func TestLocalhostIsDialledByNumber(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	is.Equal(opens(r.do(Started{Client: Client{ExtensionID: testID, Version: "1"}, Config: []byte(config("ws://localhost:48123/ws/browser"))})),
		[]string{"ws://127.0.0.1:48123/ws/browser"})
	r = newHarness(t)
	r.start("")
	is.Equal(posts(r.do(Pair{ServerURL: "ws://LOCALHOST:48123", Code: "ABCD"})), []string{"http://127.0.0.1:48123" + PairingPath})
	is.Equal(opens(r.do(Redeemed{ID: r.redeem.ID, Status: 200, Body: []byte(`{"deviceId":"d1","key":"` + testKey + `","serverUrl":"ws://localhost:48123/"}`)})),
		[]string{"ws://127.0.0.1:48123/"})
}
