package obstaclepages

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed words.txt
var words string

//go:embed shapes.txt
var shapes string

// Page is one document, what it is ("auth high", "auth", "captcha", "denied" or
// "none") and what the browser would know of it.
type Page struct {
	Name, Want, URL, Title, HTML string
	Status                       int
}

var places = []string{"lang", "login", "email", "password", "forgot", "next", "denied", "refusal", "blocked", "many", "human", "register", "name", "search", "save", "code"}

// prose is what an ordinary page says besides.
const prose = "The garden was quiet in the morning, and the beans had grown over the fence by a hand. "

// Pages are all pages, those of every language after one another.
func Pages() []Page {
	var out []Page
	for _, line := range strings.Split(shapes, "\n") {
		f := strings.SplitN(line, " | ", 6)
		if len(f) != 6 || line[0] == '#' {
			continue
		}
		name, every := strings.CutSuffix(f[0], "*")
		status, _ := strconv.Atoi(f[4])
		for _, row := range strings.Split(strings.TrimSpace(words), "\n") {
			cells := strings.Split(row, "|")
			if row[0] == '#' || !every && cells[0] != "en" {
				continue
			}
			pairs := []string{"{prose}", strings.Repeat(prose, 3), "{long}", strings.Repeat("<p>"+strings.Repeat(prose, 5)+"</p>", 9)}
			for i, place := range places {
				pairs = append(pairs, "{"+place+"}", cells[i])
			}
			r := strings.NewReplacer(pairs...)
			out = append(out, Page{name + " " + cells[0], f[1], f[2], r.Replace(f[3]), r.Replace(f[5]), status})
		}
	}
	return out
}
