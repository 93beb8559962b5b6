package words

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/matryer/is"
)

// call runs one exported function of a file of ui/words in Node.
func call(t *testing.T, file, function string, out any, args ...any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node: ", err)
	}
	r := api.Build(api.BuildOptions{EntryPoints: []string{"../../../ui/words/" + file}, Bundle: true, Format: api.FormatIIFE, GlobalName: "words"})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors[0].Text)
	}
	input, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "-")
	cmd.Stdin = strings.NewReader(fmt.Sprintf("%s\nprocess.stdout.write(JSON.stringify(words.%s(...%s) ?? null))", r.OutputFiles[0].Contents, function, input))
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func TestReadPasted(t *testing.T) {
	for _, row := range []struct{ name, text, code, server string }{
		{"a code as it is printed", "ABCD-EFGH-JKMN", "ABCD-EFGH-JKMN", ""},
		{"a code without its dashes", "abcdefghjkmn", "ABCD-EFGH-JKMN", ""},
		{"a code that is half typed", "abcde", "ABCD-E", ""},
		{"what bua pair prints", "server  ws://127.0.0.1:9000/ws/browser\ncode    ABCD-EFGH-JKMN\nlink    chrome-extension://x/options/index.html#pair?code=ABCD-EFGH-JKMN&server=ws%3A%2F%2F127.0.0.1%3A9000%2Fws%2Fbrowser\n", "ABCD-EFGH-JKMN", "ws://127.0.0.1:9000/ws/browser"},
		{"the link alone", "chrome-extension://x/options/index.html#pair?code=ABCD-EFGH-JKMN&server=ws%3A%2F%2F127.0.0.1%3A9000%2Fws%2Fbrowser", "ABCD-EFGH-JKMN", "ws://127.0.0.1:9000/ws/browser"},
		{"another backend's longer code stays as it is", "long-one-time-code-of-a-server", "long-one-time-code-of-a-server", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var got struct{ Code, ServerURL string }
			call(t, "pairing.ts", "readPasted", &got, row.text)
			is.Equal(got.Code, row.code)
			is.Equal(got.ServerURL, row.server)
		})
	}
}

func TestCanDial(t *testing.T) {
	for _, row := range []struct {
		url string
		may bool
	}{
		{"wss://bua.example/ws/browser", true}, {"ws://127.0.0.1:48123/ws/browser", true}, {"ws://localhost:1/", true}, {"ws://[::1]:1/", true},
		{"ws://example.com/", false}, {"http://127.0.0.1/", false}, {"wss://a.example/?x=1", false}, {"wss://a.example/#x", false},
		{"wss://user@a.example/", false}, {"wss://a.example/%41", false}, {"", false}, {"wss://", false}, {"ws://127.0.0.1.example.com/", false},
	} {
		t.Run(row.url, func(t *testing.T) {
			var got bool
			call(t, "pairing.ts", "canDial", &got, row.url)
			is.New(t).Equal(got, row.may)
		})
	}
}

func TestCSV(t *testing.T) {
	is := is.New(t)
	var got string
	call(t, "log.ts", "csv", &got, []map[string]any{
		{"at": 0, "event": "start", "domain": "=cmd()", "tabId": 7},
		{"at": 1000, "event": "end", "domain": "a\"b,c\nd", "reason": "tab_closed", "durationMs": 5, "actionCount": 2},
	})
	is.Equal(got, "at,event,domain,tabId,reason,durationMs,actionCount,action,newTabId,startedAt,agent\r\n"+
		"1970-01-01T00:00:00.000Z,start,'=cmd(),7,,,,,,,\r\n"+ // a spreadsheet computes nothing
		"1970-01-01T00:00:01.000Z,end,\"a\"\"b,c\nd\",,tab_closed,5,2,,,,\r\n")
}

// Whatever an agent calls itself, another reader of CSV finds it again in its cell,
// and no spreadsheet computes it.
func TestCSV_ReadBack(t *testing.T) {
	is := is.New(t)
	pieces := []string{"=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "\r\n", `"`, `""`, ",", ";", "'", " ", "a", "ü", "\U0001f4a9", "1+1", ""}
	r := rand.New(rand.NewPCG(1, 2))
	var rows []map[string]any
	for _, first := range pieces {
		for range 20 {
			rows = append(rows, map[string]any{"at": 0, "event": "start", "agent": first + pieces[r.IntN(len(pieces))] + pieces[r.IntN(len(pieces))]})
		}
	}
	var text string
	call(t, "log.ts", "csv", &text, rows)
	table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	is.NoErr(err)
	is.Equal(len(table), len(rows)+1)
	for i, row := range table[1:] {
		want := rows[i]["agent"].(string)
		if first, _ := utf8.DecodeRuneInString(want); strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) {
			want = "'" + want
		}
		want = strings.ReplaceAll(want, "\r\n", "\n") // so encoding/csv reads a line's end in quotes
		is.Equal(row[len(row)-1], want)
		is.Equal(len(row), len(table[0]))
	}
}

// TestKindOf: what kind of page a tab has is told by its address, and by nothing in it.
func TestKindOf(t *testing.T) {
	for _, row := range []struct{ url, kind string }{
		{"https://mail.google.com/mail/u/0/#inbox", "mail"}, {"https://outlook.live.com/mail/0/", "mail"}, {"https://webmail.example.com/", "mail"},
		{"https://shop.example.net/offers", "list"}, {"https://www.example.com/search?q=tea", "list"}, {"https://example.com/de/kategorie/tee", "list"}, {"https://shop.example.net/", "list"},
		{"https://docs.google.com/forms/d/x/viewform", "form"}, {"https://city.example/antrag/parken", "form"}, {"https://shop.example.net/checkout", "form"}, {"https://example.com/contact-us", "form"},
		{"https://en.wikipedia.org/wiki/Tea", "article"}, {"https://news.example/2026/11/28/tea", "article"}, {"https://example.com/how-to-apply-for-a-shop", "article"}, {"https://shop.example.net/why-we-sell-tea-only", "article"},
		{"https://example.com/", "page"}, {"https://example.com/account", "page"}, {"http://127.0.0.1:8080/", "page"},
		{"", "none"}, {"no address", "none"},
	} {
		t.Run(row.url, func(t *testing.T) {
			var got string
			call(t, "page-kind.ts", "kindOf", &got, map[string]string{"url": row.url, "title": "Checkout – Inbox"})
			is.New(t).Equal(got, row.kind)
		})
	}
}

// TestAsksAbout: a question about the page in front is told by its form, in each language.
func TestAsksAbout(t *testing.T) {
	for text, want := range map[string]bool{
		"Summarise this page": true, "summarize this": true, "What does it cost": true, "Is it in stock?": true, "Explain the second part": true,
		"Fasse diese Seite zusammen": true, "Was kostet das": true, "¿Cuánto cuesta?": true, "Resume esta página": true, "Résume cette page": true,
		"このページを要約して": true, "いくらですか?": true, "总结这个页面": true, "这个多少钱？": true,
		"": false, "Put two packs of tea into the basket": false, "Whatever, buy it": false, "Wash list": false, "Bestelle zwei Packungen": false,
		"Wasser bestellen": false, "Achète du thé": false, "カートに入れて": false, "买两包茶": false,
	} {
		t.Run(text, func(t *testing.T) {
			var got bool
			call(t, "question.ts", "asksAbout", &got, text)
			is.New(t).Equal(got, want)
		})
	}
}
