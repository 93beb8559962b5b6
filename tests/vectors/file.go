package vectors

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// Vector is one pair of a file.
type Vector struct {
	File string // its base name
	Door string // message, action, result KIND or id
	Says string // the sentence
	Raw  string // the input as it stands in the file
	Want string // what it reads as, or the error text
	Read bool   // which of the two
	None bool   // there is no answer yet
}

// Input returns the bytes that go through the door.
func (v Vector) Input() []byte { return expand(v.Raw) }

// The headings of answers.
const (
	readsAs = "reads as"
	refused = "refused"
)

// Load reads every vector below dir, in order.
func Load(dir string) ([]Vector, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	var all []Vector
	for _, f := range files {
		a, err := txtar.ParseFile(f)
		if err != nil {
			return nil, err
		}
		vs, err := pairs(filepath.Base(f), a)
		if err != nil {
			return nil, err
		}
		all = append(all, vs...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no vectors in %s", dir)
	}
	return all, nil
}

func pairs(name string, a *txtar.Archive) ([]Vector, error) {
	var all []Vector
	said := map[string]bool{}
	for i := 0; i < len(a.Files); i++ {
		door, says, ok := strings.Cut(a.Files[i].Name, ": ")
		if !ok {
			return nil, fmt.Errorf("%s: section %q is not `door: sentence`", name, a.Files[i].Name)
		}
		if said[says] {
			return nil, fmt.Errorf("%s: %q is there twice", name, says)
		}
		said[says] = true
		v := Vector{File: name, Door: door, Says: says, Raw: line(a.Files[i].Data), None: true}
		if i+1 < len(a.Files) {
			switch a.Files[i+1].Name {
			case readsAs, refused:
				i++
				v.Want, v.Read, v.None = line(a.Files[i].Data), a.Files[i].Name == readsAs, false
			}
		}
		all = append(all, v)
	}
	return all, nil
}

// line is a section without its last newline.
func line(data []byte) string { return string(bytes.TrimSuffix(data, []byte("\n"))) }

var macro = regexp.MustCompile(`<<(?:([0-9]+)\*([^>]*)|hex ([0-9a-f]+))>>`)

// expand replaces the macros of an input.
func expand(raw string) []byte {
	return macro.ReplaceAllFunc([]byte(raw), func(m []byte) []byte {
		part := macro.FindSubmatch(m)
		if n, err := strconv.Atoi(string(part[1])); err == nil {
			return bytes.Repeat(part[2], n)
		}
		var out []byte
		for h := part[3]; len(h) > 1; h = h[2:] {
			b, _ := strconv.ParseUint(string(h[:2]), 16, 8)
			out = append(out, byte(b))
		}
		return out
	})
}

// Save writes the vectors of one file with new answers, keeping its comment.
func Save(path string, vs []Vector) error {
	old, err := txtar.ParseFile(path)
	if err != nil {
		return err
	}
	a := &txtar.Archive{Comment: old.Comment}
	for _, v := range vs {
		heading := refused
		if v.Read {
			heading = readsAs
		}
		a.Files = append(a.Files,
			txtar.File{Name: v.Door + ": " + v.Says, Data: []byte(v.Raw + "\n")},
			txtar.File{Name: heading, Data: []byte(v.Want + "\n")})
	}
	return os.WriteFile(path, txtar.Format(a), 0o644)
}
