package install

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Options says what to install.
type Options struct {
	// Host is the name of the native host.
	Host string
	// Program is the path of this binary, absolute.
	Program string
	// ConfigDir is bua's folder, and Default whether it is where every bua looks.
	ConfigDir string
	Default   bool
	// Accepted are the ids of the extensions that the native host answers.
	Accepted []string
	// Entry is what an agent is to call the MCP server.
	Entry string
	// ForAll registers for every user of the machine, and touches no person's files.
	ForAll bool
	// NoBrowsers, NoService and NoAgents leave a part out.
	NoBrowsers, NoService, NoAgents bool
	// Files are further files to write, such as one of bua's own folder.
	Files []File
	// Extension is the folder that the extension is unpacked to, "" for none; Unpack writes it.
	Extension string
	Unpack    func(dir string) error
}

// File is a file to write; Mode is 0600 where it is left out.
type File struct {
	What, Path string
	Content    []byte
	Mode       fs.FileMode
}

// Kind is what a change does.
type Kind string

// The kinds.
const (
	// KindFile writes a file that is bua's own.
	KindFile Kind = "file"
	// KindEntry adds an entry to a file of somebody else's.
	KindEntry Kind = "entry"
	// KindCommand runs a program of the system.
	KindCommand Kind = "command"
	// KindFolder unpacks the extension.
	KindFolder Kind = "folder"
)

// Change is one thing to do.
type Change struct {
	Kind Kind
	// What says it in some words; Path is the file, or what the command is about.
	What, Path string
	// Asks says that the person is asked first, by this name.
	Asks string
	// Done says that it is so already. Wrong says why it is left alone.
	Done  bool
	Wrong string

	// New is to be the file's content, and Old what it was when the plan was made,
	// nil when it was not there.
	Old, New []byte
	mode     fs.FileMode
	entry    *entry
	// do and undo are command lines.
	do, undo []string
	unpack   func(dir string) error
}

// Plan is what is to be done, in order.
type Plan struct {
	Changes []Change
	// Notes are for the person.
	Notes []string
	m     Machine
}

type planner struct {
	Plan
	o Options
	l *Ledger
}

// Make looks at the machine, and at what was done before, and says what there is to
// do. It changes nothing.
func Make(m Machine, o Options, l *Ledger) Plan {
	p := &planner{Plan{m: m}, o, l}
	for _, f := range o.Files {
		p.file(f.What, f.Content, cmp.Or(f.Mode, 0o600), f.Path)
	}
	if o.Extension != "" {
		p.folder()
	}
	if !o.NoBrowsers {
		p.browsers()
	}
	if !o.NoService {
		p.service()
	}
	if !o.NoAgents && !o.ForAll {
		p.agents()
	}
	if !o.Default {
		p.note("the browser and the agents look for bua's files in " + o.ConfigDir + " only where the variable BUA_CONFIG_DIR says so")
	}
	return p.Plan
}

func (p *planner) note(text string) { p.Notes = append(p.Notes, text) }

// file plans a file of bua's own.
func (p *planner) file(what string, content []byte, mode fs.FileMode, path ...string) {
	c := Change{Kind: KindFile, What: what, Path: filepath.Join(path...), New: content, mode: mode}
	var err error
	if c.Old, err = read(c.Path); err != nil {
		c.Wrong = err.Error()
	}
	c.Done = bytes.Equal(c.Old, content) && c.Old != nil
	p.Changes = append(p.Changes, c)
}

// command plans a command, and what takes it back.
func (p *planner) command(what, about string, do, undo []string) {
	p.Changes = append(p.Changes, Change{Kind: KindCommand, What: what, Path: about, do: do, undo: undo})
}

// maxRead bounds a file that is read: an agent keeps its history in one.
const maxRead = 64 << 20

// read returns a file, nil when it is not there.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no file")
	case info.Size() > maxRead:
		return nil, errors.New("is larger than 64 MB")
	}
	data, err := os.ReadFile(path)
	if data == nil {
		data = []byte{}
	}
	return data, err
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
