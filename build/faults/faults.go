// Package faults reads the faults that `go run ./build faults` plants, and plants one. It
// decides what a fault is; what catches one is the caller's affair.
//
// It imports no other room.
package faults

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed *.txt
var files embed.FS

// Fault is one small patch.
type Fault struct {
	Name string
	// Of is what it is a fault of: the name of the file that holds it.
	Of string
	// File is what it changes, from the root of the tree.
	File string
	// Why is what a person would suffer from it.
	Why string
	// In are the tests that are tried right after the file's own room: a room such as
	// tests/safety, and names as -run takes them, "" for all of the room.
	In, Run string
	// Old stands in the file exactly once, New in its place.
	Old, New string
}

// All returns every fault, in the order of their files.
func All() ([]Fault, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []Fault
	names := map[string]bool{}
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		list, err := Parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("build/faults/%s: %w", e.Name(), err)
		}
		for _, f := range list {
			if names[f.Name] {
				return nil, fmt.Errorf("build/faults/%s: there are two faults %s", e.Name(), f.Name)
			}
			names[f.Name] = true
			f.Of = strings.TrimSuffix(e.Name(), ".txt")
			all = append(all, f)
		}
	}
	return all, nil
}

// Parse reads faults. Each begins with "fault NAME" and has a line each of "file PATH" and
// "why TEXT", perhaps "in ROOM" or "in ROOM REGEXP", and lines "-" and "+" as a patch has
// them. Empty lines and those that begin with # mean nothing.
func Parse(text string) ([]Fault, error) {
	var all []Fault
	for n, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		if word == "fault" {
			all = append(all, Fault{Name: rest})
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("line %d: %q stands before the first fault", n+1, line)
		}
		f := &all[len(all)-1]
		switch word {
		case "file":
			f.File = rest
		case "why":
			f.Why = rest
		case "in":
			f.In, f.Run, _ = strings.Cut(rest, " ")
		case "-":
			f.Old += rest + "\n"
		case "+":
			f.New += rest + "\n"
		default:
			return nil, fmt.Errorf("line %d: a line begins with fault, file, why, in, - or +, not %q", n+1, word)
		}
	}
	for i := range all {
		f := &all[i]
		f.Old, f.New = strings.TrimSuffix(f.Old, "\n"), strings.TrimSuffix(f.New, "\n")
		if f.Name == "" || f.File == "" || f.Why == "" || f.Old == "" || f.Old == f.New {
			return nil, fmt.Errorf("fault %s: it needs a name, a file, why, and lines - and + that differ", f.Name)
		}
	}
	return all, nil
}

// Plant puts the fault into a text. Error: the text that it changes does not stand there
// exactly once.
func (f Fault) Plant(text string) (string, error) {
	switch n := strings.Count(text, f.Old); n {
	case 1:
		return strings.Replace(text, f.Old, f.New, 1), nil
	case 0:
		return "", fmt.Errorf("fault %s: %s has moved on, its text is not there any more: mend the fault in build/faults/%s.txt: %s", f.Name, f.File, f.Of, f.Old)
	default:
		return "", fmt.Errorf("fault %s: its text stands %d times in %s: add a line before or after it in build/faults/%s.txt: %s", f.Name, n, f.File, f.Of, f.Old)
	}
}

// PlantIn plants the fault in a tree, until the returned function is called.
func (f Fault) PlantIn(root string) (restore func() error, err error) {
	path := filepath.Join(root, filepath.FromSlash(f.File))
	was, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("fault %s: %w", f.Name, err)
	}
	text, err := f.Plant(string(was))
	if err != nil {
		return nil, err
	}
	return func() error { return os.WriteFile(path, was, 0o644) }, os.WriteFile(path, []byte(text), 0o644)
}
