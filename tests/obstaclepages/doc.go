// Package obstaclepages holds small pages that stand in the agent's way, and pages that
// look as if they did: what the engine reads of them and what core/obstacle
// makes of it is compared with what they are.
//
// The pages were written by hand for this set: words.txt has the words of 28
// languages, shapes.txt the pages; one whose kind ends in * is made in each of
// them. No page is a copy of a real one. The phrases of core/obstacle were
// extended while the set was there, so its figures say that they do what they
// are for, and are no forecast for pages that nobody here has seen.
//
// whole.txt has pages with a site round them, the rounds in frames.txt, and
// fragments.txt forms with nothing round them, in the twelve languages of
// whole-words.txt.
// They were written before anyone looked at the rules that they measure.
package obstaclepages
