// Package articlepages holds pages to read, with what on them is content and what
// surrounds it, and counts what a reading keeps of the one and of the other.
//
// The pages were written by hand for this set, in the structures of publishing
// systems and applications in use: their nesting, their class names and the
// boxes that they put around and into a text. Half of them have no class name
// that helps. No page is a copy of a real one. The prose is made from a few
// sentences a language, prose.txt, so that a paragraph has a paragraph's length
// and commas. In articles.txt and others.txt "== name lang" begins a page; [[p
// 3]] stands for three paragraphs, [[s]] for a sentence, [[t]] for a headline
// of a few words, [[x 5|…]] for a text five times. An element with the
// attribute k is content, one with n surrounds it, one with a may be kept or
// not (a byline, a date); the innermost of them counts, and what has none
// surrounds.
//
// made.go adds sets for what those pages lack: indexes.txt, 48 lists, digests and threads,
// and texts.txt, 64 articles, whose @top, @links and the like stand for what is around them;
// and long pages, made of one body each, in which [[m]] is a word that is there once.
//
// The rules of page/reading/article.ts, outskirts.ts and surroundings.ts were written while looking at
// the pages of this set, so its figures say that they do what they are for, and
// are no forecast for pages that nobody here has seen.
package articlepages
