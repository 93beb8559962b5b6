package actions_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// specSecretFields has a page try to get a secret into a field that others read,
// and logins as they are found. Each row is a page with the field #f.
func specSecretFields(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/written/{path...}", func(w http.ResponseWriter, r *http.Request) { e2e.HTML(w, r.FormValue("html")) })
	b.Secret(t, "login", secretValue, strings.TrimSuffix(site.URL("/"), "/"))
	b.AnyField(t, "any", secretValue, strings.TrimSuffix(site.URL("/"), "/"))
	s := &stage{b, site, 0}
	write := func(t *testing.T, path, html string) {
		t.Helper()
		s.show(t, "/written/"+path+"?html="+url.QueryEscape("<!doctype html>"+html))
	}
	// length is how much of the secret the fields have, in the page's own count.
	length := func(t *testing.T) float64 {
		t.Helper()
		return s.js(t, `[...document.querySelectorAll('input,textarea')].reduce((n, f) => n + f.value.length, 0) + (f.isContentEditable ? f.textContent.length : 0)`).(float64)
	}
	all := float64(len([]rune(secretValue)))
	const typed, filled = `type #f {"secret":"login"}`, `fill_form {"fields":[{"selector":"#f","secret":"login"}]}`
	other := site.On("other.test", "/c")
	const over = "position:absolute;inset:0;background:#fff"

	for n, row := range []struct{ name, html, says string }{
		{"a public comment box", `<form method=post action=/c><textarea id=f name=comment></textarea><button>Post</button></form>`, "no field for a password"},
		{"a comment in one line", `<form method=post action=/c><input id=f name=comment><button>Post</button></form>`, "no field for a password"},
		{"a search field", `<form method=post action=/s role=search><input id=f type=search name=q></form>`, "no field for a password"},
		{"an editable text", `<div id=f contenteditable role=textbox style="min-height:2em">&nbsp;</div>`, "an input or a textarea only"},
		{"a comment whose name pretends", `<form method=post action=/c><input id=f name=username aria-label=Password><button>Post comment</button></form>`, "no field for a password"},
		{"a comment that asks to be completed as a user name", `<form method=post action=/c><input id=f name=comment autocomplete=username><button>Go</button></form>`, "no field for a password"},
		{"a comment that calls itself a password", `<form method=post action=/c><input id=f name=p autocomplete=current-password><button>Post comment</button></form>`, "no field for a password"},
		{"a comment beside a password", `<form method=post action=/c><input id=f name=comment><input type=password name=p><button>Log in</button></form>`, "no field for a password"},
		{"the name over a comment with a password", `<form method=post action=/c><input id=f name=user autocomplete=username><input type=password name=p><textarea name=t></textarea></form>`, "no field for a password"},
		{"a comment beside a password that nobody sees", `<form method=post action=/c><input id=f name=user autocomplete=username><input type=password name=p style="position:absolute;left:-9999px"><button>Go</button></form>`, "no field for a password"},
		{"a subscription", `<form method=post action=/n><input id=f type=email autocomplete=email><button>Subscribe</button></form>`, "no field for a password"},
		{"a code beside a comment", `<form method=post action=/c><input id=f name=otp autocomplete=one-time-code><textarea name=t></textarea></form>`, "no field for a password"},
		{"a type that changes with the focus", `<form method=post action=/c><input id=f type=password name=p onfocus="this.type='text'"><button>Go</button></form>`, "no field for a password"},
		{"a field that nobody sees", `<form method=post action=/c><input id=f type=password name=p style="opacity:0"></form>`, "hidden, covered"},
		{"a field beside the page", `<form method=post action=/c><input id=f type=password name=p style="position:absolute;left:-9999px"></form>`, "hidden, covered"},
		{"a field without a size", `<form method=post action=/c><input id=f type=password name=p style="width:1px;height:1px;border:0;padding:0"></form>`, "hidden, covered"},
		{"a field under something", `<form method=post action=/c><input id=f type=password name=p></form><div style="` + over + `">Comments</div>`, "hidden, covered"},
		{"a form that writes it into the address", `<form method=get action=/c><input id=f type=password name=p></form>`, "method get"},
		{"a form with an action and no method", `<form action=/c><input id=f type=password name=p></form>`, "method get"},
		{"a button that writes it into the address", `<form method=post action=/c><input id=f type=password name=p><button formmethod=get>Go</button></form>`, "method get"},
		{"a form that sends it elsewhere", `<form method=post action="` + other + `"><input id=f type=password name=p></form>`, "to http://other.test"},
		{"a button that sends it elsewhere", `<form id=o method=post action=/c><input id=f type=password name=p></form><button form=o formaction="` + other + `">Go</button>`, "to http://other.test"},
		{"a form that is mailed", `<form method=post action="mailto:a@other.test"><input id=f type=password name=p></form>`, "to no site"},
		{"a form whose fields have the names of its members", `<form method=post action="` + other + `"><input id=f type=password name=p><input name=action><input name=elements><input name=contains></form>`, "to http://other.test"},
	} {
		run(t, "refuses "+row.name, func(t *testing.T, is asserts) {
			write(t, "page", row.html)
			for i, line := range []string{typed, filled} {
				if !size.All() && i != n%2 { // each row by one of the two
					continue
				}
				is.True(strings.Contains(s.no(t, "invalid_action", line), row.says))
				is.True(length(t) <= 1) // the editable one holds a space
			}
		})
	}
	for _, row := range []struct{ name, path, html string }{
		{"a password", "page", `<form method=post action=/c><input id=f type=password name=p></form>`},
		{"a password in a form that a script sends", "page", `<form onsubmit="return false"><input id=f type=password name=p></form>`},
		{"a password without a form", "page", `<div><input name=u><input id=f type=password></div>`},
		{"a password far below", "page", `<div style="height:5000px"></div><form method=post><input id=f type=password name=p></form>`},
		{"the name before a password", "page", `<form method=post action=/c><input id=f name=x17><input type=password name=p></form>`},
		{"a mail address before a password, without a form", "page", `<div><input id=f type=email></div><div><input type=password></div>`},
		{"a name on a page of its own", "page", `<title>Sign in</title><form method=post action=/c><input id=f name=identifier autocomplete="username webauthn"><button>Next</button></form>`},
		{"one whose address says so", "signin/identifier", `<input id=f type=email autocomplete=username><button>Weiter</button>`},
		{"one in German", "page", `<form method=post><label>Benutzername <input id=f name=feld1></label><button>Anmelden</button></form>`},
		{"one in Japanese", "page", `<form method=post><h2>ログイン</h2><label>メールアドレス <input id=f name=a></label><button>次へ</button></form>`},
		{"a one-time code", "page", `<form method=post><input id=f name=c inputmode=numeric autocomplete=one-time-code><button>Verify</button></form>`},
		{"a password that the page shows", "page", `<form method=post><input name=user autocomplete=username readonly hidden><input id=f name=p autocomplete=current-password><button>Continue</button></form>`},
	} {
		t.Run("takes "+row.name, func(t *testing.T) {
			write(t, row.path, row.html)
			s.do(t, typed)
			is.New(t).Equal(length(t), all)
		})
	}
	run(t, "says of a secret that the page cuts that it is not there, and not how long it is", func(t *testing.T, is asserts) {
		for html, held := range map[string]any{`<input id=f type=password name=p>`: nil, `<input id=f type=password name=p maxlength=3>`: "(filled, length not told)"} {
			write(t, "page", `<form method=post action=/c>`+html+`</form>`)
			is.Equal(s.do(t, typed)["held"], held)
			write(t, "page", `<form method=post action=/c>`+html+`</form>`)
			got := b.Get(t, s.act(t, filled))["fields"].([]any)[0].(map[string]any)
			is.Equal(got["filled"], "length not told")
			is.Equal(got["differs"] == true, held != nil)
			is.Equal(b.Get(t, s.act(t, "extract"))["elements"].([]any)[0].(map[string]any)["filled"], "length not told")
		}
	})
	run(t, "takes any field for a secret that is stored so, and no other site's form", func(t *testing.T, is asserts) {
		const any = `type #f {"secret":"any"}`
		write(t, "page", `<form method=get action=/c><textarea id=f name=comment></textarea></form>`)
		s.do(t, any)
		is.Equal(length(t), all)
		write(t, "page", fmt.Sprintf(`<form method=post action=%q><textarea id=f name=comment></textarea></form>`, other))
		is.True(strings.Contains(s.no(t, "invalid_action", any), "to http://other.test"))
		is.Equal(length(t), 0.0)
	})
	t.Run("what a page does while it is inserted brings it nowhere else", func(t *testing.T) {
		write(t, "page", `<form method=post><input id=f type=password name=p></form><input id=c name=comment><script>
			for (const type of ['beforeinput','textInput','selectionchange','select','keydown']) document.addEventListener(type, () => { f.type = 'text'; c.focus(); c.select() }, true)</script>`)
		b.Try(t, s.act(t, typed))
		is.New(t).Equal(s.js(t, "c.value.length"), 0.0)
	})
}
