// Package lines counts what a reader of the repository has before them: lines of program,
// of tests and of generated code by room, and words of prose. It decides what counts as which.
//
// It imports: no other room.
package lines

import (
	"archive/tar"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
)

// Count is what one room has.
type Count struct{ Files, Program, Tests, Generated, Words int }

// Tally is what each room has, by its folder.
type Tally map[string]Count

// Read counts the files of an archive, as `git archive` writes one.
func Read(in io.Reader) (Tally, error) {
	t := Tally{}
	for files := tar.NewReader(in); ; {
		h, err := files.Next()
		if err == io.EOF {
			return t, nil
		} else if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return nil, err
		}
		t.add(h.Name, text)
	}
}

// add counts one file. Of other kinds than programs and prose nothing is counted.
func (t Tally) add(name string, text []byte) {
	c := t[Room(name)]
	n := bytes.Count(text, []byte("\n"))
	switch path.Ext(name) {
	case ".go", ".ts", ".tsx", ".css":
		switch {
		case bytes.Contains(text[:min(len(text), 300)], []byte("DO NOT EDIT")):
			c.Generated += n
		case strings.HasPrefix(name, "tests/") || strings.HasSuffix(name, "_test.go"):
			c.Tests += n
		default:
			c.Program += n
		}
	case ".md":
		c.Words += len(bytes.Fields(text))
	default:
		return
	}
	c.Files++
	t[Room(name)] = c
}

// Room is the folder under which a file is counted: its own of the first two.
func Room(name string) string {
	parts := strings.Split(path.Dir(name), "/")
	return path.Join(parts[:min(len(parts), 2)]...)
}

// Sum is what all rooms have together.
func (t Tally) Sum() (s Count) {
	for _, c := range t {
		s = s.plus(c, 1)
	}
	return s
}

func (c Count) plus(o Count, sign int) Count {
	return Count{c.Files + sign*o.Files, c.Program + sign*o.Program, c.Tests + sign*o.Tests, c.Generated + sign*o.Generated, c.Words + sign*o.Words}
}

// Write prints each room, the largest first, and the sum. Of a former tally it prints the
// difference too.
func (t Tally) Write(out io.Writer, former Tally) {
	rooms := maps.Clone(t)
	for room := range former {
		rooms[room] = t[room]
	}
	names := slices.SortedFunc(maps.Keys(rooms), func(a, b string) int {
		return cmp.Or(rooms[b].Program-rooms[a].Program, rooms[b].Tests-rooms[a].Tests, strings.Compare(a, b))
	})
	fmt.Fprintf(out, "%-28s%18s%18s%18s%18s%18s\n", "room", "files", "program", "tests", "generated", "words")
	line := func(name string, now, was Count) {
		fmt.Fprintf(out, "%-28s", name)
		d := now.plus(was, -1)
		for _, p := range [][2]int{{now.Files, d.Files}, {now.Program, d.Program}, {now.Tests, d.Tests}, {now.Generated, d.Generated}, {now.Words, d.Words}} {
			cell := fmt.Sprint(p[0])
			if former != nil && p[1] != 0 {
				cell += fmt.Sprintf(" (%+d)", p[1])
			}
			fmt.Fprintf(out, "%18s", cell)
		}
		fmt.Fprintln(out)
	}
	for _, name := range names {
		line(name, rooms[name], former[name])
	}
	line("all", t.Sum(), former.Sum())
}
