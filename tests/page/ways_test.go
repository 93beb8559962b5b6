package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// The key that presses a covered control reaches nothing else, wherever the focus has gone.
func TestGuard_key(t *testing.T) {
	const card = `<article style="position:relative"><a href="#x" style="position:absolute;inset:0">All of it</a><button id=a>Keep</button></article><button id=b>Delete</button>
		<script>log=[];for(const e of [a,b])for(const k of ["keydown","keyup","click"])e.addEventListener(k,()=>log.push(e.textContent+" "+k))</script>`
	for _, row := range []struct {
		name, between string
		missed        bool
		log           []string
	}{
		{"in place", "1", false, []string{"Keep keydown", "Keep click", "Keep keyup"}},
		{"the focus has moved", "b.focus()", true, nil},
		{"it has become another", "a.textContent='Delete all'", true, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			p := html(t, card)
			uid := p.extract(nil).named(t, "Keep").UID
			p.do("watch", nil)
			p.fails("point", args{"uid": uid, "intent": "click"}, "invalid_action") // no key was allowed
			p.do("point", args{"uid": uid, "intent": "click", "keys": true})
			p.page(row.between, nil)
			for _, typ := range []string{"keyDown", "keyUp"} {
				p.send("Input.dispatchKeyEvent", map[string]any{"type": typ, "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}, nil)
			}
			is.Equal(p.do("settled", nil).Missed, row.missed)
			var log []string
			p.page("log", &log)
			is.Equal(len(log), len(row.log))
			for i := range row.log {
				is.Equal(log[i], row.log[i])
			}
		})
	}
}

// An open modal is listed in every reading, what it keeps from being used is not, and each
// refusal that it causes names it.
func TestModal(t *testing.T) {
	const own = `<main><h1>Orders</h1><button>New order</button><label>Name <input id=name></label><select id=s><option>A<option>B</select></main>
		<dialog id=d aria-label="Really delete?"><button>Yes</button></dialog><script>d.showModal()</script>`
	const made = `<main><h1>Orders</h1><button>New order</button><label>Name <input id=name></label></main>
		<div role=dialog aria-modal=true aria-label="Really delete?" style="position:fixed;inset:0;background:#fff"><button id=y>Yes</button></div>
		<div role=dialog aria-modal=true aria-label="Gone" style="display:none"></div>
		<script>document.addEventListener("focusin",e=>e.target===y||y.focus())</script>`
	for name, page := range map[string]string{"the browser's": own, "the page's": made} {
		p := html(t, page)
		for reading, a := range map[string]args{"whole": nil, "a part": {"selector": "main"}, "some words": {"query": "order"}} {
			t.Run(name+", "+reading, func(t *testing.T) {
				is := is.New(t)
				read := p.extract(a)
				front := read.named(t, "Really delete?")
				is.Equal(front.Role, "dialog")
				is.Equal(front.State[0], "modal")
				n := 0
				for _, e := range read.Elements {
					if e.Name == "New order" || e.Name == "Gone" {
						n++
					}
				}
				is.Equal(n > 0, page == made) // whether it can be used only the page knows
			})
		}
		const says = `dialog "Really delete?" (e`
		t.Run(name+" is named where it takes the focus", func(t *testing.T) {
			is := is.New(t)
			is.True(strings.Contains(p.fails("focus", args{"selector": "#name"}, "invalid_action"), says))
			is.True(strings.Contains(p.fails("point", args{"selector": "main button", "intent": "click"}, "invalid_action"), says))
		})
	}
	t.Run("the choice in a native list behind it", func(t *testing.T) {
		p := html(t, own)
		is.New(t).True(strings.Contains(p.fails("field", args{"selector": "#s", "options": []string{"B"}}, "invalid_action"), `dialog "Really delete?" (e`))
	})
}

// What a box of no size clips away is listed as such, unless its label shows.
func TestClipped(t *testing.T) {
	is := is.New(t)
	p := html(t, `<div style="height:0;overflow:hidden"><button>Folded</button><section><button>Deep</button></section></div><button>Shown</button><div inert><button>Inert</button></div>
		<div style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)"><input type=checkbox id=c></div><label for=c>Agree</label>`)
	read := p.extract(nil)
	for name, clipped := range map[string]bool{"Folded": true, "Deep": true, "Shown": false, "Agree": false} {
		e := read.named(t, name)
		is.Equal(len(e.State) > 0 && e.State[0] == "clipped", clipped)
		is.Equal(e.Visible, !clipped)
	}
	for _, e := range read.Elements {
		is.True(e.Name != "Inert")
	}
}

// A uid holds while its element is called the same, whatever its role becomes; a node that
// says something else is another one, and so is one of which nothing tells.
func TestUID_role(t *testing.T) {
	const page = `<div id=a role=button>Save</div><div id=b role=button>Keep</div><div id=c role=button style="width:9px;height:9px"></div><div id=d tabindex=0>Row of words</div><input id=e aria-label=City>`
	for _, row := range []struct{ name, id, change, code string }{
		{"another role", "a", "a.setAttribute('role','menuitem')", ""},
		{"a role less", "a", "a.removeAttribute('role')", ""},
		{"a field that gets a list", "e", "e.setAttribute('role','combobox')", ""},
		{"without a name, with the same words", "d", "d.setAttribute('role','treeitem')", ""},
		{"another role and name", "b", "b.setAttribute('role','menuitem');b.textContent='Delete'", "element_stale"},
		{"the same role, another name", "b", "b.textContent='Delete'", "element_stale"},
		{"nothing tells", "c", "c.setAttribute('role','checkbox')", "element_stale"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := html(t, page)
			var uid string
			for _, e := range p.extract(args{"selector": "#" + row.id}).Elements {
				uid = e.UID
			}
			p.page(row.change+",1", nil)
			_, err := p.try("point", args{"uid": uid, "intent": "hover"})
			switch {
			case row.code == "" && err != nil:
				t.Error(err.Message)
			case row.code != "" && (err == nil || err.Code != row.code):
				t.Errorf("want %s: %+v", row.code, err)
			}
		})
	}
}

// scroll says which pane it moved, and calls nothing the end that goes on.
func TestScroll_pane(t *testing.T) {
	const list = `<style>html,body{height:100%;margin:0;overflow:hidden}#p{height:300px;overflow:auto}</style><h1>Board</h1>
		<section id=p aria-label=Orders><div id=in style="height:900px">x</div></section>`
	scroll := func(p *tab, a args) answer {
		p.do("watch", nil)
		a["direction"], a["amount"], a["base"] = "down", 5000, 40
		p.do("scroll", a)
		return p.do("settled", nil)
	}
	t.Run("the pane", func(t *testing.T) {
		is := is.New(t)
		p := html(t, list)
		got := scroll(p, args{})
		is.Equal(got.Scrolled, `600 px, the end, in region "Orders" (e40)`)
		is.Equal(got.Next, 41)
		is.Equal(p.extract(args{"base": 41, "selector": "#p"}).Next, 41)
	})
	t.Run("a list that loads more", func(t *testing.T) {
		p := html(t, list+`<script>p.onscroll=()=>setTimeout(()=>{document.getElementById("in").style.height="3000px"},250)</script>`)
		is.New(t).Equal(scroll(p, args{}).Scrolled, `600 px, in region "Orders" (e40)`)
	})
	t.Run("a list that says that it loads", func(t *testing.T) {
		p := html(t, list+`<script>p.onscroll=()=>{document.querySelector("h1").innerHTML="Board <p>Loading…"}</script>`)
		is.New(t).True(strings.Contains(scroll(p, args{}).Scrolled, "600 px, more is still loading, in"))
	})
}

// A reading that has nothing says why.
func TestExtract_empty(t *testing.T) {
	for _, row := range []struct{ name, page, selector, says string }{
		{"hidden", `<h1>x</h1><main style="display:none">Orders</main>`, "main", "hidden by its style (display: none)"},
		{"hidden by what is around it", `<h1>x</h1><div style="opacity:0"><main>Orders</main></div>`, "main", "hidden by its style (opacity: 0)"},
		{"but for a button", `<style>body>*{opacity:0}</style><main><p>Orders that are open today</p><button>Go</button></main>`, "", "what is in it is hidden by its style"},
		{"shrunk to nothing", `<style>html{transform:scale(0)}</style><main><p>Orders that are open today</p><button>Go</button></main>`, "", "what is in it is hidden by its style"},
		{"all in it", `<main><p style="display:none">Orders</p></main>`, "main", "what is in it is hidden by its style"},
		{"a canvas", `<canvas width=600 height=400></canvas>`, "", "canvas"},
		{"a frame", `<iframe src="https://frame.invalid/x?y" width=400 height=300></iframe>`, "", "a frame of https://frame.invalid"},
		{"nothing", `<main></main>`, "main", "it has no content"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := html(t, row.page)
			a := args{}
			if row.selector != "" {
				a["selector"] = row.selector
			}
			if got := p.extract(a).Truncated; !strings.HasPrefix(got, "nothing to read: ") || !strings.Contains(got, row.says) {
				t.Errorf("%q does not say %q", got, row.says)
			}
		})
	}
	for _, style := range []string{"display: none", "visibility: hidden", "opacity: 0"} {
		for _, root := range []string{"html", "body"} {
			a := html(t, "<style>"+root+"{"+style+"}</style><h1>Orders</h1><p style='display:none'>One</p><p style='opacity:0'>Two</p><p>Three</p>").extract(nil)
			if a.Markdown != "# Orders\n\nThree" || !strings.Contains(a.Truncated, "hidden by its style ("+style+"); this is its text all the same") {
				t.Errorf("%s of %s: %q, %q", style, root, a.Markdown, a.Truncated)
			}
		}
	}
	is := is.New(t)
	is.Equal(html(t, `<style>body{visibility:hidden}</style><p>x<dialog open style="visibility:visible">Yes`).extract(nil).Markdown, "Yes")
	is.Equal(html(t, `<button></button>`).extract(nil).Truncated, "")
	is.Equal(html(t, `<p>x`).extract(args{"query": "y"}).Truncated, "")
}
