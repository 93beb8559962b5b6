package runs

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/backend/model"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// lines are of the long pages, each in a script of its own.
var lines = []string{
	"The invoice from March was paid on the second of April, three days after it was due, and nobody has asked for the reminder fee since. ",
	"Die Rechnung vom März wurde am zweiten April bezahlt, drei Tage nach der Fälligkeit, und niemand hat seither nach der Mahngebühr gefragt. ",
	"三月份的发票已于四月二日支付，比到期日晚了三天，此后没有人再问起催款费用。请检查该费用是否已被取消。",
	"Счёт за март был оплачен второго апреля, через три дня после срока, и с тех пор никто не спрашивал о плате за напоминание. ",
}

// book serves pages that are longer than what one reading holds.
func book(t testing.TB, pages int) string {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{n}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("n"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		words := "nothing"
		if n == pages {
			words = "the word is 7734"
		}
		_, _ = fmt.Fprintf(w, `<!doctype html><html><title>Page %d</title><h1>Page %d of %d: %s</h1><a href="/%d">Next</a>`, n, n, pages, words, n+1)
		for i := range 12 {
			_, _ = fmt.Fprintf(w, "<p>%d. %s</p>", i, strings.Repeat(lines[n%len(lines)], 8))
		}
	})
	return site(t, mux)
}

var ofPage = regexp.MustCompile(`Page (\d+) of`)

// leafer turns pages until one has the word. It knows nothing but the last result.
func leafer(r chat.Request) fakemodel.Say {
	last := lastResult(r)
	switch {
	case len(r.Tools) == 0:
		return fakemodel.Say{Text: "The pages so far have no word."}
	case strings.Contains(last, "the word is"):
		return calls("done", args{"outcome": "done", "summary": "It is 7734.", "evidence": []args{{"kind": "quote", "value": "the word is 7734"}}})
	case ofPage.MatchString(last) && element(last, "link", "Next", "") != "":
		return calls("click", args{"uid": element(last, "link", "Next", "")})
	}
	return calls("extract", args{})
}

// smallWindow has a model with room for 16,384 tokens read long pages in four
// scripts to the end of 57 steps. No request is larger, as a real vocabulary counts.
func smallWindow(t *testing.T, b *e2e.Product) {
	const window, pages = 16_384, 56
	m := newMeter(t)
	s := e2e.Model(t, b.Home(), model.Added{Provider: "fake", Model: "scripted", Window: window}, m.around(leafer))
	list, _ := through(t, b, runs.Wanted{Task: "[book] Find the word.", URL: book(t, pages) + "/1", Steps: 60})
	end, used := list[len(list)-1], runs.Used{}
	for _, u := range list {
		if u.Used != nil {
			used = *u.Used
		}
	}
	summaries := len(s.Bodies()) - used.Steps
	t.Logf("%s after %d steps and %d summaries; the largest conversation had %d tokens; the estimate is %.2f to %.2f of the count", end.Status, used.Steps, summaries, m.most, m.least, m.more)
	if end.Status != core.Done || used.Steps != pages+1 {
		t.Errorf("%s %s after %d steps: %s", end.Status, end.Code, used.Steps, end.Summary)
	}
	if m.most > window-4096 {
		t.Errorf("a conversation of %d tokens", m.most)
	}
	if m.least < 0.8 || m.more > 1.2 {
		t.Errorf("the estimate is %.2f to %.2f of the count", m.least, m.more)
	}
	if len(s.Refused()) > 0 || summaries == 0 {
		t.Errorf("%d summaries; refused: %v", summaries, s.Refused())
	}
}
