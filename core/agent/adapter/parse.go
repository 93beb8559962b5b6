package adapter

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/session"
)

// Code names a fault of a text, for programs.
type Code string

// The codes.
const (
	CodeLine     Code = "adapter_line"     // a line is none of those that there are
	CodeName     Code = "adapter_name"     // a site has no name, or a second one
	CodeHost     Code = "adapter_host"     // a host cannot be, or none is named
	CodeConfirm  Code = "adapter_confirm"  // neither yes nor no
	CodeNotes    Code = "adapter_notes"    // none, more than eight, or one is too long
	CodeTooLong  Code = "adapter_too_long" // the text
	CodeEncoding Code = "adapter_encoding" // the text is no UTF-8, or has control characters
	CodeTwice    Code = "adapter_twice"    // two sites have one host
	CodeTooMany  Code = "adapter_too_many" // sites in a text, or hosts of a site
)

// Fault says what is wrong in a text, and where.
type Fault struct {
	Code Code
	// Line is counted from 1.
	Line int
	Text string
}

func (f *Fault) Error() string {
	return string(f.Code) + ": line " + strconv.Itoa(f.Line) + ": " + f.Text
}

// The bounds of a text.
const (
	maxText  = 64 << 10
	maxSites = 200
	maxHosts = 32
	maxNotes = 8
	maxNote  = 300
	maxName  = 80
)

// Parse reads notes for sites, the person's or those that bua comes with, as
// docs/guide/adapters.md describes them. Hosts of other scripts are spelled by names. Nothing of a text with a fault is
// taken.
func Parse(names session.IDNA, text string) ([]Site, error) {
	if len(text) > maxText {
		return nil, &Fault{CodeTooLong, 1, "at most 65536 bytes; use several files"}
	}
	p := parser{names: names}
	for i, line := range strings.Split(text, "\n") {
		p.at = i + 1
		if f := p.line(strings.TrimSpace(line)); f != nil {
			return nil, f
		}
	}
	if f := p.end(); f != nil {
		return nil, f
	}
	return p.sites, nil
}

type parser struct {
	names session.IDNA
	sites []Site
	at    int // the line
	from  int // the line of the latest name
}

func (p *parser) fault(c Code, text string) *Fault { return &Fault{c, p.at, text} }

// line reads one.
func (p *parser) line(line string) *Fault {
	for _, r := range line {
		if r == 0xfffd || r < ' ' && r != '\t' || r == 0x7f {
			return p.fault(CodeEncoding, "it has a character that cannot be: save the file as UTF-8")
		}
	}
	if line == "" || line[0] == '#' {
		return nil
	}
	if note, ok := strings.CutPrefix(line, "- "); ok {
		return p.note(strings.TrimSpace(note))
	}
	key, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	switch {
	case !ok:
	case key == "name":
		return p.name(value)
	case len(p.sites) == 0:
		return p.fault(CodeName, "a site begins with its name, such as name: Team wiki")
	case key == "hosts":
		return p.hosts(value)
	case key == "confirm":
		if value != "yes" && value != "no" {
			return p.fault(CodeConfirm, "confirm is yes or no")
		}
		p.top().Confirm = value == "yes"
		return nil
	}
	return p.fault(CodeLine, "a line begins with name:, hosts:, confirm:, with - for a note or # for a remark")
}

func (p *parser) top() *Site { return &p.sites[len(p.sites)-1] }

func (p *parser) name(value string) *Fault {
	if f := p.end(); f != nil {
		return f
	}
	switch {
	case value == "" || len(value) > maxName:
		return p.fault(CodeName, "a name has from 1 to 80 bytes")
	case len(p.sites) == maxSites:
		return p.fault(CodeTooMany, "at most 100 sites in a file")
	}
	p.sites, p.from = append(p.sites, Site{Name: value}), p.at
	return nil
}

// end checks the site that the text has come to the end of.
func (p *parser) end() *Fault {
	switch {
	case len(p.sites) == 0:
		return nil
	case len(p.top().Hosts) == 0:
		return &Fault{CodeHost, p.from, "the site names no hosts: add a line such as hosts: wiki.example.com"}
	case len(p.top().Notes) == 0:
		return &Fault{CodeNotes, p.from, "the site has no notes: add a line such as - The search is at the top."}
	}
	return nil
}

func (p *parser) note(text string) *Fault {
	switch {
	case len(p.sites) == 0:
		return p.fault(CodeName, "a site begins with its name, such as name: Team wiki")
	case text == "" || len(text) > maxNote:
		return p.fault(CodeNotes, "a note has from 1 to 300 bytes")
	case len(p.top().Notes) == maxNotes:
		return p.fault(CodeNotes, "a site has at most 8 notes")
	}
	p.top().Notes = append(p.top().Notes, text)
	return nil
}

func (p *parser) hosts(value string) *Fault {
	for _, rule := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		rule, ok := canonical(p.names, rule)
		if !ok {
			return p.fault(CodeHost, "a host is written as wiki.example.com, *.example.com or wiki.example.com/team: without https:// and without a port, and * stands first or not at all")
		}
		for i := range p.sites {
			for _, h := range p.sites[i].Hosts {
				if h == rule {
					return p.fault(CodeTwice, rule+" is named twice")
				}
			}
		}
		if len(p.top().Hosts) == maxHosts {
			return p.fault(CodeTooMany, "a site has at most 32 hosts")
		}
		p.top().Hosts = append(p.top().Hosts, rule)
	}
	return nil
}

// canonical spells a rule as the browser spells hosts.
func canonical(names session.IDNA, rule string) (string, bool) {
	name, below := rule, ""
	if i := strings.IndexByte(rule, '/'); i >= 0 {
		name, below = rule[:i], rule[i:]
	}
	parent, star := strings.CutPrefix(name, "*.")
	if parent == "" || strings.ContainsAny(parent, `:@*\?#[]%`) || strings.ContainsAny(below, `?#*\`) {
		return "", false
	}
	l, err := session.Locate(session.ToASCII(names, "https://"+parent+"/"))
	if err != nil || l.Host == "" || l.Port != 443 {
		return "", false
	}
	host := l.Domain()
	if !star {
		return host + below, true
	}
	if !strings.Contains(host, ".") || host[len(host)-1] <= '9' { // all of a country, or an address
		return "", false
	}
	return "*." + host + below, true
}
