package articlepages

import (
	"regexp"
	"strings"
)

// Truth is a script that returns what a person sees of the page, sorted by its
// marks: keep, may and all the rest.
const Truth = `(() => {
  const out = { keep: "", may: "" };
  const w = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = w.nextNode()); ) {
    const el = n.parentElement;
    if (!n.data.trim() || !el.checkVisibility({ visibilityProperty: true }) || el.closest("script,style,option,textarea")) continue;
    const mark = el.closest("[k],[n],[a]");
    if (mark?.hasAttribute("k")) out.keep += n.data + " ";
    else if (mark?.hasAttribute("a")) out.may += n.data + " ";
  }
  return out;
})()`

var word = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]|[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}]+|\p{N}+`)

// Addresses of links and the marks of images are no words of the text.
var (
	links  = regexp.MustCompile(`\]\([^)\s]*\)`)
	images = regexp.MustCompile(`!\[[^\]]*\]`)
)

func count(s string) map[string]int {
	out := map[string]int{}
	for _, w := range word.FindAllString(strings.ToLower(s), -1) {
		out[w]++
	}
	return out
}

// Score says which share of what is to be kept a reading has, and which share
// of the reading is something else.
func Score(markdown, keep, may string) (recall, noise float64) {
	got := count(links.ReplaceAllString(images.ReplaceAllString(markdown, ""), "]"))
	want, free := count(keep), count(may)
	var found, total, other, all float64
	for w, n := range want {
		total += float64(n)
		found += float64(min(n, got[w]))
	}
	for w, n := range got {
		all += float64(n)
		other += float64(max(0, n-want[w]-free[w]))
	}
	return found / max(1, total), other / max(1, all)
}
