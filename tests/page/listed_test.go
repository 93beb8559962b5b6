package page_test

import (
	"slices"
	"strings"
	"testing"
)

const gif = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

// TestListed: what a page has to press or to fill in is listed once, and called what a person
// would call it.
func TestListed(t *testing.T) {
	for _, row := range []struct {
		sentence, body string
		role           string // whose names are compared, "" for all, "*" for all with their roles
		more           args
		want           []string
	}{
		// What is read once for elements that are alike is not told of one whose surroundings make
		// it another: a button that says "Following" is pressed to end that.
		{"what is alike, in other surroundings", `<style>
			.u .on{display:none}.u.f .on{display:inline}.u.f .off{display:none}
			.v .on{visibility:hidden}.v.f .on{visibility:visible}.v.f .off{visibility:hidden}
			.w.f button::after{content:"ing"}
			.y.f button{text-transform:uppercase}
			.r:nth-child(2) .z{display:none}
			.c .all{display:contents}
		</style>
		<div class="u"><button><span class=off>Follow</span><span class=on>Following</span></button></div>
		<div class="u f"><button><span class=off>Follow</span><span class=on>Following</span></button></div>
		<div class="v"><button><span class=off>Like</span><span class=on>Liked</span></button></div>
		<div class="v f"><button><span class=off>Like</span><span class=on>Liked</span></button></div>
		<div class="w"><p><button>Watch</button></p></div>
		<div class="w f"><p><button>Watch</button></p></div>
		<div class="y"><p><button>Mute</button></p></div>
		<div class="y f"><p><button>Mute</button></p></div>
		<div><div class=r><button>Save<span class=z> all</span></button></div><div class=r><button>Save<span class=z> all</span></button></div></div>
		<div class=c><button><span class=all>Read <b>it</b></span></button></div>`, "", nil,
			[]string{"Follow", "Following", "Like", "Liked", "Watch", "Watching", "Mute", "MUTE", "Save all", "Save", "Read it"}},
		{"a list that takes clicks, which its cursor says", `<style>.f span{cursor:pointer}</style><ul class=x><li><span>to read</span></li></ul>
			<ul class="x f"><li id=n1><span>to open</span></li><li id=n2 style="top:9px"><span>to close</span></li></ul>`, "", nil, []string{"to open", "to close"}},
		{"a box by what a person sees in it", `<div onclick="1"><span style="display:none">secret</span>Open the card</div>`, "generic", nil, []string{"Open the card"}},
		{"a box, not by what is hidden", `<div onclick="1">Open<span style="visibility:hidden">secret</span></div>`, "generic", nil, []string{"Open"}},
		{"a box with a sign", `<div onclick="1">×</div>`, "generic", nil, []string{"×"}},
		{"a box with one letter", `<div onclick="1">是</div>`, "generic", nil, []string{"是"}},
		{"a box with a drawing", `<div onclick="1"><svg width=10 height=10><title>Close it</title><path d="M0 0h10v10z"/></svg></div>`, "generic", nil, []string{"Close it"}},
		{"a box with a picture", `<div onclick="1"><img alt="Trash" width=10 height=10 src="` + gif + `"></div>`, "generic", nil, []string{"Trash"}},
		{"a box with a field", `<div onclick="1"><input type=checkbox aria-label="done"> Buy milk</div>`, "generic", nil, []string{"Buy milk"}},
		{"a box with a title", `<div onclick="1" title="Titled" style="width:9px;height:9px"></div>`, "generic", nil, []string{"Titled"}},
		{"a link in a button, and a button in a link", `<a href="/a"><button>Buy</button></a><button><a href="/b">Sell</a></button><a href="/c">Card <button>Like</button></a><div role=button tabindex=0><button>Go</button></div>`,
			"*", nil, []string{"link Buy", "link Sell", "link Card Like", "button Like", "button Go"}},
		{"a list box by what stands before it", `<div>Fruits: <select multiple><option>Apple<option>Pear</select></div><div>Nuts</div><select multiple><option>Almond</select><p>Size</p><div role=listbox tabindex=0><div role=option>Small</div></div>`,
			"listbox", nil, []string{"(Fruits:)", "(Nuts)", "(Size)"}},
		{"a field by the head of its column", `<div role=grid><div role=row><div role=columnheader>Name</div><div role=columnheader>Kind</div></div>
			<div role=row><div role=gridcell><input value="Part 3"></div><div role=gridcell>metal</div></div></div>`, "textbox", nil, []string{"(Name)"}},
		{"a field by what is beside it, else by its row", `<p>Table name: <input name=n> <select name=s><option>MyISAM</select><p><input type=checkbox name=c> Remember me <input type=checkbox name=d> <b>Send news</b>
			<p><button>Go</button> <input name=e><table><tr><td><input type=checkbox name=r><td><a href=/e>edit</a><td>tea<td>Assam</table>`, "", nil,
			[]string{"(Table name:)", "", "(Remember me)", "(Send news)", "Go", "", "(edit tea Assam)", "edit"}},
		{"what a script says is no word of the page", `<table><thead><tr><th>Name<script>0</script><th>Edit</thead><tr><td><input><td><label><script>1</script></label></table><p><b>City<style>b{}</style></b> <input>`,
			"textbox", nil, []string{"(Name)", "(City)"}},
		{"what is found and called alike names its row", `<table><tr><td>Ann<td><a href=/a>edit</a><tr><td>Bob<td><a href=/b>edit</a></table><p><a href=/c>edit all</a>`, "",
			args{"query": "edit", "seek": true}, []string{"edit (Ann)", "edit (Bob)", "edit all"}},
		{"where a link leads is no word of it, and what matched is shown", `<main><p><a href="https://other.test/invoice/7">Details</a></p><p>Text</p><input id=invoice_no aria-label="Number"></main>`, "",
			args{"query": "invoice"}, []string{"Number (id: invoice_no)"}},
		{"the same in find", `<main><p><a href="https://other.test/invoice/7">Details</a></p><p>Text</p><input id=invoice_no aria-label="Number"></main>`, "",
			args{"query": "invoice", "seek": true}, []string{"Number (id: invoice_no)"}},
		{"a word that is cut is not told in part", `<div tabindex=0>` + strings.Repeat("word ", 10) + strings.Repeat("x", 40) + `</div>`, "", nil,
			[]string{strings.Repeat("word ", 9) + "word…"}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			var got []string
			a := html(t, row.body).extract(row.more)
			for _, e := range a.Elements {
				switch row.role {
				case "*":
					got = append(got, e.Role+" "+e.Name)
				case "", e.Role:
					got = append(got, e.Name)
				}
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("%q, want %q in %+v", got, row.want, a.Elements)
			}
			if row.more["query"] == "invoice" && a.Markdown != "" {
				t.Errorf("the Markdown is %q", a.Markdown)
			}
		})
	}
}
