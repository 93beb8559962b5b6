package direct

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

// browserFake is as much of a Chrome's DevTools as a Host needs: tabs that can
// be listed, opened, attached and closed.
type browserFake struct {
	*httptest.Server

	mu      sync.Mutex
	path    string // of the socket, as /json/version tells it
	tabs    []map[string]any
	context string
	asked   []string
	live    map[*websocket.Conn]context.CancelFunc
	next    int
	// mute are methods that get no answer, refuse is an HTTP status instead of
	// the socket, bye a close reason sent at once.
	mute   map[string]bool
	refuse int
	bye    string
}

func newBrowserFake(t *testing.T, urls ...string) *browserFake {
	t.Helper()
	f := &browserFake{path: "/devtools/browser/one", context: "P", live: map[*websocket.Conn]context.CancelFunc{}, mute: map[string]bool{}}
	for _, url := range urls {
		f.add(url, "P")
	}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Server.Close)
	t.Cleanup(f.cut)
	return f
}

func (f *browserFake) socket() string { return "ws" + strings.TrimPrefix(f.URL, "http") + f.path }

func (f *browserFake) add(url, context string) map[string]any {
	f.next++
	info := map[string]any{"targetId": fmt.Sprintf("%s-%d", f.path, f.next), "type": "page", "title": "T", "url": url, "attached": false, "canAccessOpener": false, "browserContextId": context}
	f.tabs = append(f.tabs, info)
	return info
}

// change runs under the fake's lock.
func (f *browserFake) change(what func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	what()
}

func (f *browserFake) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, cancel := range f.live {
		cancel()
	}
}

// say sends an event on every connection.
func (f *browserFake) say(method string, params any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, _ := json.Marshal(map[string]any{"method": method, "params": params})
	for ws := range f.live {
		_ = ws.Write(context.Background(), websocket.MessageText, data)
	}
}

func (f *browserFake) count(method string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, m := range f.asked {
		if m == method {
			n++
		}
	}
	return n
}

func (f *browserFake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	path, refuse, bye := f.path, f.refuse, f.bye
	f.mu.Unlock()
	switch {
	case refuse != 0:
		w.Header().Set("Location", "http://"+r.Host+"/elsewhere?"+r.URL.RawQuery)
		http.Error(w, "no: "+r.URL.String(), refuse)
		return
	case strings.HasSuffix(r.URL.Path, "/json/version"):
		_ = json.NewEncoder(w).Encode(map[string]string{"Browser": "Chrome/1", "webSocketDebuggerUrl": "ws://evil.example" + path})
		return
	}
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	if bye != "" {
		_ = ws.Close(websocket.StatusPolicyViolation, bye)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.mu.Lock()
	f.live[ws] = cancel
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		delete(f.live, ws)
		f.mu.Unlock()
		cancel()
		_ = ws.CloseNow()
	}()
	for {
		_, data, err := ws.Read(ctx)
		if err != nil {
			return
		}
		for _, out := range f.answer(data) {
			if ws.Write(ctx, websocket.MessageText, out) != nil {
				return
			}
		}
	}
}

// answer returns the messages that one command brings.
func (f *browserFake) answer(data []byte) (out [][]byte) {
	var m struct {
		ID        int
		Method    string
		SessionID string
		Params    struct{ TargetID, URL, SessionID string }
	}
	_ = json.Unmarshal(data, &m)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, m.Method)
	if f.mute[m.Method] {
		return nil
	}
	send := func(v map[string]any) {
		data, _ := json.Marshal(v)
		out = append(out, data)
	}
	event := func(method string, params any) { send(map[string]any{"method": method, "params": params}) }
	result := map[string]any{}
	at := -1
	for i, t := range f.tabs {
		if t["targetId"] == m.Params.TargetID {
			at = i
		}
	}
	if m.Params.TargetID != "" && at < 0 {
		send(map[string]any{"id": m.ID, "error": map[string]any{"code": -32602, "message": "No target with given id found"}})
		return out
	}
	switch m.Method {
	case "Browser.getVersion":
		result["product"] = "Chrome/1"
	case "Target.getBrowserContexts":
		result["defaultBrowserContextId"] = f.context
	case "Target.getTargets":
		result["targetInfos"] = f.tabs
	case "Target.getTargetInfo":
		result["targetInfo"] = f.tabs[at]
	case "Target.createTarget":
		info := f.add(m.Params.URL, "P")
		event("Target.targetCreated", map[string]any{"targetInfo": info})
		result["targetId"] = info["targetId"]
	case "Target.attachToTarget":
		f.next++
		session := fmt.Sprintf("S%d", f.next)
		event("Target.attachedToTarget", map[string]any{"sessionId": session, "targetInfo": f.tabs[at], "waitingForDebugger": false})
		result["sessionId"] = session
	case "Target.closeTarget":
		f.tabs = append(f.tabs[:at:at], f.tabs[at+1:]...)
		event("Target.targetDestroyed", map[string]any{"targetId": m.Params.TargetID})
		result["success"] = true
	case "Browser.getWindowForTarget":
		result = map[string]any{"windowId": 7, "bounds": map[string]any{}}
	}
	answer := map[string]any{"id": m.ID, "result": result}
	if m.SessionID != "" {
		answer["sessionId"] = m.SessionID
	}
	send(answer)
	return out
}
