package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestHelp: the agent hands a tab to the person, who finds it in the popup,
// looks at it, and gives it back; also when the worker died meanwhile.
func TestHelp(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
	tab := b.Open(t, site.On("mail.test", "/inbox.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	ask := func(message string) <-chan e2e.Answer {
		got := make(chan e2e.Answer, 1)
		go func() { got <- b.Try(t, map[string]any{"type": "help", "tabId": tab, "message": message}) }()
		return got
	}

	got := ask("Please solve <b>this</b> captcha")
	popup.says("Your agent needs you")
	popup.says("Please solve <b>this</b> captcha") // as text
	popup.says("mail.test · spec 1 · ")            // where, and who asks
	badge(t, b.CDP, "?")
	var live string
	popup.eval(`document.querySelector(".asks").getAttribute("role")`, &live)
	is.Equal(live, "alert") // a screen reader says it
	popup.press(`[aria-label="Show mail.test"]`)
	popup.await(fmt.Sprintf(`chrome.tabs.get(%d).then(t => t.active)`, tab)) // in front, because the person said so
	popup.press(`[data-outcome="done"]`)
	is.Equal((<-got).Result["outcome"], "done")
	popup.await(`!document.querySelector(".asks")`)
	popup.says("Asked for your help")
	badge(t, b.CDP, "1")

	got = ask("Please call them")
	popup.press(`[data-outcome="declined"]`)
	is.Equal((<-got).Result["outcome"], "declined")

	got = ask("Please log in")
	popup.says("Please log in")
	b.Kill(t)
	is.Equal((<-got).Code, "internal_error") // nobody knows what became of it
	popup.says("Please log in")              // and it still waits for the person
	badge(t, b.CDP, "?")
	popup.press(`[data-outcome="done"]`)
	popup.await(`!document.querySelector(".asks")`)
	badge(t, b.CDP, "1")
	a := <-ask("Please log in")
	is.Equal(a.Result["outcome"], "done") // the answer was kept for the agent that asks again

	got = ask("Please wait for me")
	popup.says("Please wait for me")
	popup.press(".button.stop")
	a = <-got
	is.Equal(a.Code, "session_not_found")
	is.True(strings.Contains(a.Message, "the person stopped the agent"))
	popup.await(`!document.querySelector(".asks")`)
	badge(t, b.CDP, "")

	log := extensionPage(t, b.CDP, "options/index.html#log")
	log.says("You said that it is done")
	log.says("You said that you can’t")
}
