package obstaclepages

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed whole.txt
var whole string

//go:embed fragments.txt
var fragments string

//go:embed frames.txt
var frames string

//go:embed whole-words.txt
var wholeWords string

// Whole are pages with a site round them, and Fragments forms with nothing: each is
// made in one of the twelve languages of whole-words.txt. turn says in which; the
// next turn makes it in another.
func Whole(turn int) []Page     { return inTurn(whole, turn) }
func Fragments(turn int) []Page { return inTurn(fragments, turn) }

func inTurn(list string, turn int) (out []Page) {
	langs, frame := inLanguages(), map[string]string{}
	for _, line := range strings.Split(frames, "\n") {
		name, html, _ := strings.Cut(line, " | ")
		frame[name] = html
	}
	for _, line := range strings.Split(list, "\n") {
		f := strings.SplitN(line, " | ", 7)
		if len(f) != 7 || line[0] == '#' {
			continue
		}
		status, _ := strconv.Atoi(f[5])
		in := langs[(len(out)*5+turn)%len(langs)]
		body := in.Replace(strings.Replace(frame[f[2]], "{body}", f[6], 1))
		out = append(out, Page{f[0] + in.Replace(" {lang}"), f[1], "https://site.example" + f[3], in.Replace(f[4]), body, status})
	}
	return out
}

// inLanguages fill the places with the words of words.txt and whole-words.txt.
func inLanguages() (out []*strings.Replacer) {
	common := map[string][]string{}
	for _, row := range strings.Split(strings.TrimSpace(words), "\n") {
		cells := strings.Split(row, "|")
		common[cells[0]] = cells
	}
	rows := strings.Split(strings.TrimSpace(wholeWords), "\n")
	more := strings.Split(rows[0], "|")
	for _, row := range rows[1:] {
		var pairs []string
		cells := strings.Split(row, "|")
		for i, place := range places {
			pairs = append(pairs, "{"+place+"}", common[cells[0]][i])
		}
		for i, place := range more {
			pairs = append(pairs, "{"+place+"}", cells[i])
		}
		out = append(out, strings.NewReplacer(pairs...))
	}
	return out
}
