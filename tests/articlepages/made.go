package articlepages

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed indexes.txt
var indexes string

//go:embed texts.txt
var texts string

// What stands around a list or a long text, with no class name that helps.
var around = strings.NewReplacer(
	"@top", `<div class="hd"><div><a href="/">Harbour</a></div><div class="mn">[[x 8|<a href="/c/#">[[t]]</a> ]]</div></div>`,
	"@bar", `<div><ul>[[x 7|<li><a href="/n/#">[[t]]</a></li>]]</ul></div>`,
	"@table", `<table width="100%"><tr>[[x 6|<td><a href="/m/#">[[t]]</a></td>]]</tr></table>`,
	"@links", `<div><h4>[[t]]</h4><ul>[[x 8|<li><a href="/l/#">[[t]]</a></li>]]</ul></div>`,
	"@news", `<div><h4>Newsletter</h4><p>Sign up for our newsletter and never miss a thing.</p><input><button>Sign up</button></div>`,
	"@box", `<div><h4>[[t]]</h4><p>[[s 1]]</p><a href="/b">[[t]]</a></div>`,
	"@ad", `<div><span>Advertisement</span><a href="/ad">[[t]]</a></div>`,
	"@foot", `<div class="ft"><div>[[x 9|<a href="/f/#">[[t]]</a> ]]</div><p>© 2026 Harbour. All rights reserved. <a href="/imprint">Imprint</a></p></div>`,
)

// Indexes are lists of what is read elsewhere, threads and digests: what is listed is
// content, and nothing else.
func Indexes() []Page { return read(around.Replace(indexes)) }

// Texts are articles, with what may stand in them and behind them.
func Texts() []Page { return read(around.Replace(texts)) }

// Bodies of long pages: # is the size in paragraphs, and [[m]] a word that is there once.
// What is declared says of itself that it is an article.
var bodies = []struct {
	name     string
	declared bool
	html     string
}{
	{"paragraphs", false, `<div k><h1>[[t]]</h1>[[x #|<p>[[m]] [[s 4]]</p>]]</div>`},
	{"chapters", false, `<h1 k>[[t]]</h1>[[x #/6|<section k><h2>[[t]]</h2>[[x 6|<p>[[m]] [[s 4]]</p>]]</section>]]`},
	{"breaks", false, `<div k><b>[[t]]</b><br><br>[[x #|[[m]] [[s 4]]<br><br>]]</div>`},
	{"nested", false, `<div><div><div><div><div><div k><h1>[[t]]</h1>[[x #|<div><div><div>[[m]] [[s 4]]</div></div></div>]]</div></div></div></div></div></div>`},
	{"list", false, `<h1 k>[[t]]</h1><ul k>[[x #|<li>[[m]] [[s 4]]</li>]]</ul>`},
	{"definitions", false, `<h1 k>[[t]]</h1><dl k>[[x #|<dt>[[t]]</dt><dd>[[m]] [[s 4]]</dd>]]</dl>`},
	{"rows", false, `<h1 k>[[t]]</h1><table k>[[x #|<tr><td>#</td><td>[[m]] [[s 4]]</td></tr>]]</table>`},
	{"layout", false, `<table width=900><tr><td k><h1>[[t]]</h1></td></tr>[[x #/4|<tr><td k>[[x 4|<p>[[m]] [[s 4]]</p>]]</td></tr>]]</table>`},
	{"custom", false, `<app-page><doc-body k><h1>[[t]]</h1>[[x #|<doc-para>[[m]] [[s 4]]</doc-para>]]</doc-body></app-page>`},
	{"two-articles", false, `[[x 2|<article k><h2>[[t]]</h2>[[x #/2|<p>[[m]] [[s 4]]</p>]]</article>]]`},
	{"two-uneven", false, `<div class="a" k><h1>[[t]]</h1>[[x #/3|<p>[[m]] [[s 4]]</p>]]</div><div class="b" k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div>`},
	{"digest", false, `<h1 k>[[t]]</h1>[[x #/3|<div class="st" k><h3><a href="/s/#">[[t]]</a></h3>[[x 3|<p>[[m]] [[s 4]]</p>]]</div>]]`},
	{"ads", false, `<div class="body"><h1 k>[[t]]</h1>[[x #/5|[[x 5|<p k>[[m]] [[s 4]]</p>]]<div class="ad-slot">Advertisement <a href="/ad/#">[[m]] [[t]]</a></div>]]</div>`},
	{"parts", false, `<h1 k>[[t]]</h1>[[x #/10|<div class="part-#"><div class="inner" k>[[x 10|<p>[[m]] [[s 4]]</p>]]</div></div><div class="rel"><h4>Related</h4><ul>[[x 3|<li><a href="/r/#">[[m]] [[t]]</a></li>]]</ul></div>]]`},
	{"links", false, `<div k><h1>[[t]]</h1>[[x #|<p>[[m]] <a href="/wiki/A_long_name_of_a_page_#">[[t]]</a> [[s 2]] <a href="/wiki/Another_name_of_a_page_#">[[t]]</a> [[s 1]]</p>]]</div>`},
	{"entries", false, `<h1 k>[[t]]</h1>[[x #/2|<div class="entry" k><span>2026-03-#</span><p>[[m]] [[s 4]]</p><p>[[m]] [[s 3]]</p></div>]]`},
	{"quotes", false, `<div k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p><blockquote><p>[[m]] [[s 3]]</p></blockquote>]]</div>`},
	{"code", false, `<div k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p><pre>[[m]]\n[[s 2]]\n[[s 2]]</pre>]]</div>`},
	{"one-line", false, `<div k><h1>[[t]]</h1><p>[[x #|[[m]] [[s 4]]]]</p></div>`},
	{"letters", false, `<div class="doc">[[x #/8|<div class="h" k><b>[[t]]</b></div>[[x 8|<div class="p" k>[[m]] [[s 4]]</div>]]]]</div>`},
	{"digest-declared", true, `<div class="story"><h1 k>[[t]]</h1>[[x #/3|<div class="st" k><h3><a href="/s/#">[[t]]</a></h3>[[x 3|<p>[[m]] [[s 4]]</p>]]</div>]]</div>`},
	{"two-declared", true, `<div class="a" k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div><div class="b" k><h1>[[t]]</h1>[[x #/5|<p>[[m]] [[s 4]]</p>]]</div>`},
	{"articles-declared", true, `<main>[[x 4|<article k><h2>[[t]]</h2>[[x #/4|<p>[[m]] [[s 4]]</p>]]</article>]]</main>`},
	{"sections-declared", true, `<article><header k><h1>[[t]]</h1></header>[[x #/4|<section class="c" k><div class="inner"><h2>[[t]]</h2><div class="rich">[[x 4|<p>[[m]] [[s 4]]</p>]]</div></div></section>]]</article>`},
	{"short-items", true, `<article k><h1>[[t]]</h1>[[x 3|<p>[[s 4]]</p>]]<ul>[[x #|<li>[[m]] [[s 1]]</li>]]</ul><p>[[s 4]]</p></article>`},
	{"linked-items", true, `<article k><h1>[[t]]</h1>[[x 4|<p>[[s 4]]</p>]]<ol>[[x #|<li><a href="https://b#.example/">[[t]]</a>, [[m]] [[s 1]]</li>]]</ol><p>[[s 4]]</p></article>`},
	{"short-paragraphs", false, `<div class="txt" k><h1>[[t]]</h1>[[x 5|<p>[[s 4]]</p>]]</div><div class="txt2" k>[[x #|<p>— [[m]] [[t]]</p>]]</div>`},
	{"interview", true, `<div class="iv" k><h1>[[t]]</h1><p>[[s 4]]</p>[[x #/2|<p><b>[[m]] [[t]]?</b></p><p>[[m]] [[s 3]]</p>]]</div>`},
	{"data", true, `<div k><h1>[[t]]</h1>[[x 6|<p>[[s 4]]</p>]]<table>[[x #|<tr><th>[[m]]</th><td>[[t]]</td><td>#</td></tr>]]</table><p>[[s 4]]</p></div>`},
	{"steps", true, `<div><h1 k>[[t]]</h1><p k>[[s 4]]</p>[[x #/4|<div class="step" k><div class="n">Step #</div><div class="d"><p>[[m]] [[s 2]]</p><ul>[[x 3|<li>[[m]] [[t]]</li>]]</ul></div></div>]]</div>`},
	{"columns", false, `<div class="row"><div class="c1" k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div><div class="c2" k>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div></div>`},
	{"captions", true, `<div k><h1>[[t]]</h1>[[x #/2|<figure><img alt="" src="x.png"><figcaption>[[m]] [[s 1]]</figcaption></figure><p>[[m]] [[s 3]]</p>]]</div>`},
	{"footnotes", true, `<article k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]<section class="footnotes"><ol>[[x #/2|<li>[[m]] [[t]], <a href="https://n#.example/">[[t]]</a></li>]]</ol></section></article>`},
	{"spans", false, `<div class="root"><div k><h1>[[t]]</h1>[[x #|<div><span>[[m]] [[s 2]]</span> <span>[[s 2]]</span></div>]]</div></div>`},
	{"details", false, `<div k><h1>[[t]]</h1>[[x #/3|<details open><summary>[[m]] [[t]]</summary>[[x 3|<p>[[m]] [[s 3]]</p>]]</details>]]</div>`},
	{"poem", false, `<div class="verses" k><h1>[[t]]</h1><p>[[s 6]]</p>[[x #/4|<p>[[m]] [[t]]<br>[[t]]<br>[[t]]<br>[[m]] [[t]]</p>]]</div>`},
	{"transcript", true, `<div><h1 k>[[t]]</h1>[[x 4|<p k>[[s 4]]</p>]]<div class="transcript" k>[[x #|<div class="line"><span>0#:00</span> <span>[[m]] [[s 1]]</span></div>]]</div></div>`},
	{"headings", true, `<div k><h1>[[t]]</h1>[[x 4|<p>[[s 4]]</p>]]<div>[[x #/4|<h3>[[m]] [[t]]</h3><ul>[[x 3|<li>[[m]] [[t]]</li>]]</ul>]]</div></div>`},
	{"tabs", false, `<div class="w"><div class="t1" k><h1>[[t]]</h1>[[x #/3|<p>[[m]] [[s 4]]</p>]]</div><div class="t2" k><h2>[[t]]</h2>[[x #/3|<p>[[m]] [[s 4]]</p>]]</div><div class="t3" k><h2>[[t]]</h2>[[x #/3|<p>[[m]] [[s 4]]</p>]]</div></div>`},
	{"deep-uneven", false, `<div class="col"><div class="box"><div k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div></div></div><div class="col"><div class="box"><div k><h1>[[t]]</h1>[[x #/6|<p>[[m]] [[s 4]]</p>]]</div></div></div>`},
	{"lead-and-briefs", false, `<div class="lead"><div><div k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div></div></div><div class="briefs">[[x #/8|<div><div class="brief"><h3 k>[[t]]</h3><div><p k>[[m]] [[s 3]]</p></div></div></div>]]</div>`},
	{"two-deep-declared", true, `<div class="col"><article k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</article></div><div class="col"><article k><h1>[[t]]</h1>[[x #/4|<p>[[m]] [[s 4]]</p>]]</article></div>`},
	{"digest-deep-declared", true, `<div class="d"><h1 k>[[t]]</h1>[[x #/4|<div class="outer"><div class="o2"><div class="st" k><h2>[[t]]</h2>[[x 4|<p>[[m]] [[s 4]]</p>]]</div></div></div>]]</div>`},
	{"article-and-table", false, `<div class="a1"><div k><h1>[[t]]</h1>[[x #/3|<p>[[m]] [[s 4]]</p>]]</div></div><div class="a2"><h2 k>[[t]]</h2><table k>[[x #/2|<tr><td>[[m]] [[t]]</td><td>[[s 1]]</td></tr>]]</table></div>`},
	{"article-and-entries", true, `<div class="a1"><div k><h1>[[t]]</h1>[[x #/3|<p>[[m]] [[s 4]]</p>]]</div></div><div class="a2"><ul k>[[x #/2|<li><b>[[m]] [[t]]</b> [[s 1]]</li>]]</ul></div>`},
	{"sections-uneven", true, `<div class="pg"><section><div class="in" k><h1>[[t]]</h1>[[x #/2|<p>[[m]] [[s 4]]</p>]]</div></section><section><div class="in" k><h2>[[t]]</h2>[[x #/8|<p>[[m]] [[s 4]]</p>]]</div></section><section><div class="in" k><h2>[[t]]</h2><p>[[m]] [[s 4]]</p></div></section><section><div class="in" k><h2>[[t]]</h2><p>[[m]] [[s 2]]</p><ul>[[x 4|<li>[[m]] [[t]]</li>]]</ul></div></section></div>`},
	{"mixed", true, `<div class="x" k><h1>[[t]]</h1>[[x #/6|<p>[[m]] [[s 4]]</p><ul>[[x 3|<li>[[m]] [[s 1]]</li>]]</ul><div class="q"><div>[[m]] [[s 2]]</div></div>]]</div>`},
}

// Longs are pages of 5 to 600 KB, one for each body.
func Longs() []Page {
	sizes := []int{24, 140, 60, 36, 90, 20, 220, 48}
	langs := []string{"en", "de", "fr", "es", "it", "nl", "pt"}
	frames := []string{"@top%s@links@foot", "@bar%s@foot", "@table%s@links@news@foot", "<div class=w>@top<div class=m>%s</div><div class=r>@links@box@ad</div></div>@foot"}
	var b strings.Builder
	for i, body := range bodies {
		n := sizes[i*5%len(sizes)]
		if i%13 == 2 {
			n = 400 + 25*i
		}
		html := body.html
		for _, by := range []int{10, 8, 6, 5, 4, 3, 2} {
			html = strings.ReplaceAll(html, fmt.Sprintf("[[x #/%d|", by), fmt.Sprintf("[[x %d|", max(2, n/by)))
		}
		html = strings.ReplaceAll(html, "[[x #|", fmt.Sprintf("[[x %d|", n))
		fmt.Fprintf(&b, "\n== %s-%d %s\n", body.name, n, langs[i%len(langs)])
		if body.declared {
			b.WriteString(`<meta property="og:type" content="article">`)
		}
		fmt.Fprintf(&b, "<body>"+frames[i%len(frames)], strings.ReplaceAll(html, `\n`, "\n"))
	}
	return read(around.Replace(b.String()))
}
