package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Profile is the person's choice of a profile. The sites of the tests are on this
// machine, which the strict one keeps the agent out of where nobody allows it.
func (b *Product) Profile(tb testing.TB, name string) {
	tb.Helper()
	b.InWorker(tb, `chrome.storage.local.set({privateNetwork: "allow"})`, nil)
	if ok, _ := b.ask(tb, fmt.Sprintf(`"profile", args: {profile: %q}`, name)).(bool); !ok {
		tb.Fatal("the profile is not the person's to choose: ", name)
	}
}

// Grant says what the strict profile grants, one origin each, as
// "https://a.test read act": the person's ticks, or the operator's file, of which
// it is then all.
func (b *Product) Grant(tb testing.TB, lines ...string) {
	tb.Helper()
	if b.Host == Direct {
		if err := os.WriteFile(b.grants, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			tb.Fatal(err)
		}
		return
	}
	for _, line := range lines {
		words := strings.Fields(line)
		for _, can := range words[1:] {
			if ok, _ := b.ask(tb, fmt.Sprintf(`"consent", args: {domain: %q, can: %q, what: "", answer: "site"}`, words[0], can)).(bool); !ok {
				tb.Fatal("the grant changed nothing: ", line)
			}
		}
	}
}

// Asked waits until the person is asked something that the words are all in,
// and gives their answer.
func (b *Product) Asked(tb testing.TB, can, what, answer string) {
	tb.Helper()
	var q struct{ Domain, Can, What string }
	b.InWorker(tb, fmt.Sprintf(`new Promise(done => {
		const look = async () => {
			const asked = (await chrome.storage.session.get("consentAsked")).consentAsked ?? []
			const q = asked.find(q => q.can === %q && (q.what ?? "").includes(%q))
			if (q) done({domain: q.domain, can: q.can, what: q.what ?? ""})
		}
		chrome.storage.onChanged.addListener(look)
		look()
	})`, can, what), &q)
	if ok, _ := b.ask(tb, fmt.Sprintf(`"consent", args: {domain: %q, can: %q, what: %q, answer: %q}`, q.Domain, q.Can, q.What, answer)).(bool); !ok {
		tb.Fatal("the person's answer changed nothing: ", q)
	}
}
