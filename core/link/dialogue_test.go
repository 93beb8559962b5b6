package link

import (
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/zapvol/bua/core/protocol"
)

// dialogues are embedded, because the wasm run of these tests has no files.
//
//go:embed testdata
var dialogues embed.FS

var update = flag.Bool("update", false, "write the dialogues anew")

// Each txtar is one conversation: lines with > are events that the test plays,
// lines with < are the effects that must come, in order, and no others.
func TestStep_dialogues(t *testing.T) {
	files, err := fs.Glob(dialogues, "testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no dialogues in testdata", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := dialogues.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			a := txtar.Parse(text)
			parts := map[string]string{}
			at := -1
			for i, f := range a.Files {
				parts[f.Name] = strings.TrimSpace(string(f.Data))
				if f.Name == "dialogue" {
					at = i
				}
			}
			if at < 0 {
				t.Fatal("no dialogue in " + file)
			}
			r := newHarness(t)
			for _, line := range strings.Split(parts["dialogue"], "\n") {
				if event, ok := strings.CutPrefix(line, "> "); ok {
					fmt.Fprintln(&r.log, line)
					play(t, r, event, parts)
				} else if line == "" || line[0] == '#' {
					fmt.Fprintln(&r.log, line)
				}
			}
			if *update {
				a.Files[at].Data = []byte(r.log.String())
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got := strings.TrimSpace(r.log.String()); got != parts["dialogue"] {
				t.Errorf("the conversation differs; -update writes this one:\n%s", got)
			}
		})
	}
}

// play turns one line into an event. What a driver would know by itself (which
// socket, which timer, the MAC that was asked for) is filled in.
func play(t *testing.T, r *harness, event string, parts map[string]string) {
	t.Helper()
	word, rest, _ := strings.Cut(event, " ")
	c := r.open.Conn
	switch word {
	case "after":
		n, err := strconv.ParseInt(rest, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		r.now += n
	case "start":
		r.do(Started{Client: Client{ExtensionID: testID, Version: "0.1.0", Browser: "Chromium 156", DeviceName: "laptop"},
			Config: []byte(parts["config"]), Bootstrap: []byte(parts["bootstrap"]), Rejected: []byte(parts["rejected"])})
	case "config":
		r.do(ConfigChanged{Config: []byte(parts[rest])})
	case "pair":
		f := strings.Fields(rest)
		r.do(Pair{ServerURL: f[0], Code: f[1], DeviceName: strings.Join(f[2:], " ")})
	case "redeemed":
		status, body, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(status)
		r.do(Redeemed{ID: r.redeem.ID, Status: n, Body: []byte(strings.ReplaceAll(body, "KEY", testKey))})
	case "opened":
		r.do(Opened{c})
	case "random":
		r.do(RandomReady{c, []byte("0123456789abcdef")})
	case "mac":
		r.do(MacReady{r.mac.Conn, r.mac.Purpose, sum(r.mac.Key, r.mac.Data)})
	case "ack": // of a server that holds the key
		r.do(Text{c, r.ack(testKey)})
	case "bare": // of one that holds the key and has no features
		r.do(Text{c, r.proof(testKey, nil)})
	case "forge": // of one that does not
		r.do(Text{c, r.ack(strings.Repeat("00", 32))})
	case "text":
		r.do(Text{c, []byte(rest)})
	case "binary":
		r.do(Text{c, nil})
	case "closed":
		n, _ := strconv.Atoi(rest)
		r.do(Closed{Conn: c, Code: n})
	case "timer":
		r.now += r.timer.AfterMS
		r.do(Timer{r.timer.ID})
	case "wake":
		r.do(Wake{})
	case "retry":
		r.do(Retry{})
	case "answer":
		n, id, _ := strings.Cut(rest, " ")
		conn, _ := strconv.Atoi(n)
		r.do(Outgoing{Conn: conn, Message: protocol.Response{ID: id, Result: []byte(`{"ok":true}`)}})
	case "event":
		n, _ := strconv.Atoi(rest)
		r.do(Outgoing{Message: protocol.EventMessage{Event: protocol.TabClosed{TabID: n}}})
	default:
		t.Fatalf("unknown event %q", event)
	}
}
