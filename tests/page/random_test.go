package page_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// wild is a page that nobody would write: a random tree of what HTML and CSS
// have, with everything that hides, moves, names and nests.
func wild(seed uint64) string {
	w := &wilderness{Rand: rand.New(rand.NewPCG(seed, 7))}
	w.WriteString("<!doctype html><meta charset=utf-8><title>wild</title><style>" + wildStyle + "</style><body>")
	for range 6 {
		w.element(0)
	}
	w.WriteString("<script>" + wildScript + "</script>")
	return w.String()
}

type wilderness struct {
	*rand.Rand
	strings.Builder
	count int
}

const wildStyle = `
.a{display:none}.b{visibility:hidden}.c{visibility:visible}.d{opacity:0}.e{opacity:.5}.f{position:absolute;left:-9999px}
.g{position:fixed;top:0;right:0}.h{overflow:hidden;height:20px}.i{color:#fff}.j{background:#fff;color:#fefefe}.k{display:contents}
.l{font-size:0}.m{cursor:pointer}.n{text-transform:uppercase}.o::before{content:"pre "}.p::after{content:" post"}.q{display:flex}
.r{position:relative;left:30px}.s{overflow:auto;height:40px}.t{clip-path:inset(50%)}.u{transform:scale(0)}.v{white-space:pre}
.w{background:#000;color:#fff}.x{content-visibility:hidden}.y{text-indent:-999px}.z{display:inline-block}
li:nth-child(3){display:none}td:nth-child(4){visibility:hidden}tr:nth-child(5){display:none}p:nth-child(4){color:transparent}span:nth-child(2){cursor:pointer}`

const wildScript = `
for(const [i,h] of [...document.querySelectorAll("[data-host]")].entries()){
 try{const r=h.attachShadow({mode:i%3?"open":"closed"});r.innerHTML='<style>b{color:red}.m{cursor:pointer}</style><b>in the shadow '+i+'</b><button>shade '+i+'</button><slot></slot><slot name=s><i>fallback</i></slot><div class=m>press</div>'}catch{}
}
customElements.define("wild-one",class extends HTMLElement{connectedCallback(){if(!this.shadowRoot)this.attachShadow({mode:"open"}).innerHTML='<p>custom <button>in</button><slot></slot></p>'}});
customElements.define("wild-two",class extends HTMLElement{constructor(){super();this.attachShadow({mode:"closed"}).innerHTML="<button>closed</button>"}});
for(const d of document.querySelectorAll("dialog[data-modal]"))try{d.showModal();break}catch{}`

func (w *wilderness) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *wilderness) words() string {
	w.count++
	return fmt.Sprintf("%s %d %s", w.pick("Order", "Größe", "名前", "a<b", "x|y", "Sa\u200bve", "  wide   space ", "*star*", "_u_", "line\nbreak", "emoji 👍🏽", "\u202Ertl", "&nbsp;", "12,50 €"), w.count,
		w.pick("", "now", "of the page", "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua, ut enim ad minim veniam."))
}

func (w *wilderness) attributes() string {
	var b strings.Builder
	for w.IntN(3) == 0 {
		b.WriteString(" " + w.pick(`role=button`, `role=presentation`, `role=heading aria-level=3`, `role=listitem`, `role=row`, `role=cell`, `role=dialog`, `role=navigation`,
			`role=tab aria-selected=true`, `role=checkbox aria-checked=mixed`, `role=group`, `role=treeitem aria-level=2`, `aria-hidden=true`, `inert`, `hidden`, `aria-modal=true`,
			`aria-label="label of it"`, `title="a title"`, `tabindex=0`, `tabindex=-1`, `onclick="0"`, `contenteditable`, `aria-disabled=true`, `aria-expanded=false`, `aria-pressed=true`,
			`disabled`, `required`, `readonly`, `aria-invalid=true`, `dir=rtl`, `style="color:white"`, `style="visibility:hidden"`, `style="margin-left:-40px"`, `data-host`, `slot=s`,
			`id=i`+fmt.Sprint(w.IntN(9)), `id=main`, `aria-labelledby="i1 i2"`, `aria-describedby=i3`, `colspan=2`, `rowspan=2`, `href="/x?y=(1)"`, `data-modal open`, `value="some value"`))
	}
	if w.IntN(3) == 0 {
		b.WriteString(` class="` + string(rune('a'+w.IntN(26))) + `"`)
	}
	return b.String()
}

func (w *wilderness) element(depth int) {
	if depth > 6 || w.IntN(9) == 0 {
		w.WriteString(w.pick(w.words(), w.words(), "\n", " ", "<br>", "<hr>", `<img alt="picture" src="data:,">`, `<svg width=20 height=20 aria-label=drawing><title>t</title><text>x</text></svg>`,
			`<input`+w.attributes()+`>`, `<input type=checkbox checked>`, `<input type=password value=secret>`, `<textarea>text in it</textarea>`, `<select><option>One<option selected>Two</select>`,
			`<label>Name <input></label>`, `<label for=i4>For</label><input id=i4>`, `<input type=submit>`, `<wild-one`+w.attributes()+`>`+w.words()+`</wild-one>`, `<wild-two></wild-two>`,
			`<iframe srcdoc="<p>framed <button>inner</button> <a href=/z>away</a>"></iframe>`, `<video controls></video>`, `<progress value=1></progress>`))
		return
	}
	if w.IntN(10) == 0 {
		w.table(depth)
		return
	}
	tag := w.pick("div", "div", "span", "p", "a href=/to", "button", "ul", "ol", "li", "section", "article", "nav", "aside", "footer", "header", "main", "h1", "h2", "h3", "pre", "code",
		"blockquote", "em", "strong", "del", "details", "details open", "summary", "dialog", "form", "fieldset", "label", "dl", "dt", "dd", "figure", "figcaption", "b", "i", "small", "td", "slot", "unknown", "my-el", "noscript")
	w.WriteString("<" + tag + w.attributes() + ">")
	if w.IntN(2) == 0 {
		w.WriteString(w.words())
	}
	for range w.IntN(5) {
		w.element(depth + 1)
	}
	name, _, _ := strings.Cut(tag, " ")
	w.WriteString("</" + name + ">" + w.pick("", " ", "\n"))
}

func (w *wilderness) table(depth int) {
	w.WriteString("<table" + w.attributes() + ">")
	if w.IntN(3) == 0 {
		w.WriteString("<caption>" + w.words() + "</caption>")
	}
	for range 1 + w.IntN(6) {
		w.WriteString("<tr" + w.attributes() + ">")
		for range 1 + w.IntN(5) {
			cell := w.pick("td", "td", "td", "th")
			w.WriteString("<" + cell + w.attributes() + ">")
			if w.IntN(3) > 0 {
				w.WriteString(w.words())
			} else {
				w.element(depth + 2)
			}
			w.WriteString("</" + cell + ">")
		}
		w.WriteString("</tr>")
	}
	w.WriteString("</table>")
}
