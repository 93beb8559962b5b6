package page_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a press would send is told with where to and what for: no secret's value, and
// nothing that a page could take for another line.
func TestSink_form(t *testing.T) {
	for _, row := range []struct{ sentence, html, want string }{
		{"a message", `<form method=post><label>To <input name=to value="ann@shop.example"></label><textarea aria-label="Text: it">a
b</textarea><select name=kind><option>new<option selected>old</select><input type=checkbox name=copy checked><input type=hidden name=x value=y><button id=b>Go</button></form>`,
			"HERE \nTo: ann@shop.example\nText it: a b\nkind: old\ncopy: ✓"},
		{"what is not chosen", `<form method=post><input type=checkbox name=active><input type=radio name=way value=a><input value=3><button id=b>Go</button></form>`,
			"HERE \nactive: ☐\nway: \ntextbox: 3"},
		{"what has been changed", `<form method=post><input name=name value=tea><input type=checkbox name=staff checked><select name=kind><option selected>old<option>new</select><input name=x><button id=b>Go</button></form><script>const f=document.forms[0];f.elements.name.value="green tea";f.staff.checked=false;f.kind.selectedIndex=1;f.x.value="1"</script>`,
			"HERE \nname: tea → green tea\nstaff: ✓ → ☐\nkind: old → new\nx: 1"},
		{"a login", `<form method=post action="/in"><input name=user value=ann><input name=pw type=password value=hunter2><button id=b>Log in</button></form>`,
			"HERE login\nuser: ann\npw: (secret)"},
		{"its first step", `<form method=post><input name=user autocomplete=username value=ann><button id=b>Next</button></form>`, "HERE login\nuser: ann"},
		{"a new password", `<form method=post><input name=pw type=password><input name=again type=password><button id=b>Save</button></form>`,
			"HERE new-password\npw: \nagain: "},
		{"who may do what", `<form method=post><select name="user[role]"><option>Admin</select><button id=b>Save</button></form>`, "HERE permissions\nuser[role]: Admin"},
		{"another site", `<form method=post action="https://other.test/x?y"><input name=a><button id=b>Go</button></form>`, "https://other.test \na: "},
		{"a mail", `<form method=post action="mailto:ann@shop.example"><input name=a><button id=b>Go</button></form>`, "mailto:ann@shop.example \na: "},
		{"a button's own target", `<form><input name=a><button id=b formaction="https://other.test/">Go</button></form>`, "https://other.test \na: "},
		{"what is no form", `<div><input aria-label=Name value=ann><button id=b>Save</button></div>`, "\nName: ann"},
		{"nothing", `<button id=b>Save</button>`, ""},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			p := html(t, row.html)
			p.page("document.getElementById('b').focus()", nil)
			var raw, here string
			p.isolated(`__bua("focused",null)`, &raw)
			p.page("location.origin", &here)
			var out struct {
				OK struct{ Sink struct{ Form string } }
			}
			if err := json.Unmarshal([]byte(raw), &out); err != nil {
				t.Fatal(err)
			}
			if want := strings.Replace(row.want, "HERE", here, 1); out.OK.Sink.Form != want {
				t.Errorf("got %q, want %q", out.OK.Sink.Form, want)
			}
		})
	}
}
