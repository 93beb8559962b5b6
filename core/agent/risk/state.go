package risk

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// The bounds of what is remembered.
const (
	maxOrigins = 64
	maxLinks   = 1024
	maxWords   = 16 << 10
	// free is how many letters and digits that nobody can place may go into one
	// origin unasked: a quantity, a "yes". More of them carry something.
	free = 12
	// chunk is the shortest piece of the person's words that explains a piece of a
	// text.
	chunk = 4
)

// State is what a run may do and what it knows.
type State struct {
	// Write are the origins and domains where it may act.
	Write []string
	// Grants are those in force.
	Grants []Grant
	// Confirm asks before each act that has consequences, whatever was granted.
	Confirm bool
	// careful are origins where the same holds.
	careful []string
	// read are the origins that it has read.
	read []string
	// links are hashes of the addresses that pages have shown.
	links []uint32
	// words are the person's, letters and digits alone.
	words string
	// spent are letters and digits of unknown origin that have gone to sites.
	spent []outgo
	// signed are origins where a stored secret was filled in.
	signed []string
}

// outgo counts what has gone into a site.
type outgo struct {
	site string
	n    int
}

// Clone is a State that shares nothing with this one that either may change.
func (s State) Clone() State {
	s.Write = append([]string(nil), s.Write...)
	s.Grants = append([]Grant(nil), s.Grants...)
	s.read = append([]string(nil), s.read...)
	s.careful = append([]string(nil), s.careful...)
	s.links = s.links[:len(s.links):len(s.links)]
	s.spent = append([]outgo(nil), s.spent...)
	s.signed = append([]string(nil), s.signed...)
	return s
}

// Begin names where a run may write: the origin of the tab it begins in and the
// sites in the person's words.
func (s *State) Begin(address string) {
	if o := Origin(address); o != "" {
		s.Write = append(s.Write, o)
	}
}

// Told takes note of the person's own words. Sites that they name may be acted on;
// those of other scripts are among sites, as [Sites] has found them.
func (s *State) Told(text string, sites ...string) {
	if n := plain(text); len(s.words)+len(n) < maxWords {
		s.words += " " + n
	}
	for _, w := range append(words(text), sites...) {
		if d := named(w); d != "" && !slices.Contains(s.Write, d) && len(s.Write) < maxOrigins {
			s.Write = append(s.Write, d)
		}
	}
}

// words are the pieces of a text that may be the names of sites.
func words(text string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool {
		return r <= ' ' || strings.ContainsRune("\"'`<>()[]{},;!，。；（）「」“”„‘’‚«»‹›", r)
	})
	for i := range list {
		list[i] = strings.TrimRight(list[i], ".:?")
	}
	return list
}

// Sites are those that the person's words name in other scripts, as the browser writes
// them. They are told beside the words: what spells them is the platform's, and a
// journal has to say the same wherever it is read.
func Sites(names session.IDNA, text string) (list []string) {
	for _, w := range words(text) {
		if s := Spell(names, w); s != w && named(s) != "" && !slices.Contains(list, s) && len(list) < maxOrigins {
			list = append(list, s)
		}
	}
	return list
}

// named is the site that a word names, "" for none: an address, or a domain with a
// dot whose last label is of letters.
func named(w string) string {
	if strings.HasPrefix(w, "http://") || strings.HasPrefix(w, "https://") {
		return Origin(w)
	}
	if i := strings.IndexByte(w, '/'); i > 0 {
		w = w[:i]
	}
	dot := strings.LastIndexByte(w, '.')
	if dot < 1 || len(w)-dot < 3 || strings.ContainsAny(w, "@:") || strings.Contains(w, "..") {
		return ""
	}
	last := strings.ToLower(w[dot+1:])
	for _, r := range last {
		if (r >= '0' && r <= '9' || r < 'A') && !strings.HasPrefix(last, "xn--") {
			return ""
		}
	}
	if file(last) {
		return ""
	}
	l, err := session.Locate("https://" + w)
	if err != nil || l.Host == "" {
		return ""
	}
	return l.Domain()
}

// file reports whether an ending is that of a file rather than of a domain.
func file(ending string) bool {
	switch ending {
	case "pdf", "doc", "docx", "xls", "xlsx", "csv", "txt", "png", "jpg", "jpeg", "gif", "zip", "json", "xml", "html", "ppt", "pptx", "mp3", "mp4", "md":
		return true
	}
	return false
}

// Origin is the origin of an address, "" when it has none.
func Origin(address string) string {
	l, err := session.Locate(address)
	if err != nil || l.Host == "" {
		return ""
	}
	return l.Origin()
}

// Read takes note that a page was read, and of the addresses that it shows.
func (s *State) Read(address string, links ...string) {
	if o := Origin(address); o != "" && !slices.Contains(s.read, o) && len(s.read) < maxOrigins {
		s.read = append(s.read, o)
	}
	s.Shown(address)
	for _, l := range links {
		s.Shown(l)
	}
}

// Shown takes note of an address that a page or the browser has shown.
func (s *State) Shown(address string) {
	if address == "" {
		return
	}
	if s.shown(address) {
		return
	}
	if len(s.links) >= maxLinks {
		s.links = append([]uint32(nil), s.links[maxLinks/4:]...)
	}
	s.links = append(s.links, hash(address))
}

// shown reports whether an address was.
func (s *State) shown(address string) bool { return slices.Contains(s.links, hash(address)) }

// writes reports whether the run may act on an origin unasked.
func (s *State) writes(origin string) bool {
	l, err := session.Locate(origin)
	if err != nil {
		return false
	}
	domain := l.Domain()
	for _, w := range s.Write {
		if w == origin || strings.Contains(w, "://") && strings.TrimPrefix(Origin(w), "https://www.") == strings.TrimPrefix(origin, "https://") {
			return true
		}
		if !strings.Contains(w, "://") && (domain == w || strings.HasSuffix(domain, "."+w)) {
			return true
		}
	}
	return s.granted(&Approval{Sink: Foreign, Site: origin}, 0)
}

// granted reports whether a grant answers the question; now 0 is before any end.
func (s *State) granted(q *Approval, now int64) bool {
	for i := range s.Grants {
		if g := &s.Grants[i]; g.covers(q, now) && (g.Once || !s.asksEach(q)) {
			return true
		}
	}
	return false
}

// asksEach reports whether only a yes to this very act counts.
func (s *State) asksEach(q *Approval) bool {
	return !q.Sink.Place() && (s.Confirm || slices.Contains(s.careful, q.Site) || q.To != "" && slices.Contains(s.careful, q.To))
}

// Careful has each act with consequences on an origin asked about.
func (s *State) Careful(origin string) {
	switch {
	case origin == "" || slices.Contains(s.careful, origin):
	case len(s.careful) < maxOrigins:
		s.careful = append(s.careful, origin)
	default:
		s.Confirm = true // too many to tell apart
	}
}

// Grant adds what the person has allowed before the run. What is asked about anew
// each time is allowed for one act.
func (s *State) Grant(list []Grant) {
	for _, g := range list {
		for _, k := range g.Sinks {
			one := g
			one.Sites, one.Sinks, one.Once = spelled(g.Sites), []Sink{k}, g.Once || k.Single()
			s.Grants = append(s.Grants, one)
		}
	}
}

// Allow adds a grant for what was asked.
func (s *State) Allow(q Approval, until int64, once bool) {
	g := Grant{Sites: []string{q.Site}, Sinks: []Sink{q.Sink}, Until: until, Once: once || s.allowsOnce(&q), Said: true}
	if g.Once || q.Sink.alike() {
		g.What, g.Form, g.To = q.What, q.Form, q.To
	}
	if q.Sink == Leave || q.Sink == Script || q.Sink == Plan {
		g.Text = q.Text
	}
	s.Grants = append(s.Grants, g)
}

// Used removes a grant that was for one act.
func (s *State) Used(q Approval, now int64) {
	for i := range s.Grants {
		if s.Grants[i].Once && s.Grants[i].covers(&q, now) {
			s.Grants = append(s.Grants[:i:i], s.Grants[i+1:]...)
			return
		}
	}
}

// May lists what an act on an origin may do unasked: the browser's end does not do
// what is not among it. An act that changes something is [Foreign]. What is granted
// for one act, or for sending, is not among it: that act is held, told with its form,
// and done again with it.
func (s *State) May(origin string, now int64) (list []Sink) {
	if s.writes(origin) {
		list = append(list, Foreign)
	}
	for _, g := range s.Grants {
		if g.Once {
			continue
		}
		for _, k := range g.Sinks {
			if k != Send && !(g.Said && k.alike()) && !slices.Contains(list, k) && s.granted(&Approval{Sink: k, Site: origin, Text: g.Text}, now) {
				list = append(list, k)
			}
		}
	}
	return list
}

// allowsOnce reports whether a yes to a question holds for its act alone.
func (s *State) allowsOnce(q *Approval) bool { return q.Sink.Single() || s.asksEach(q) }

// Asking is a question as the person is asked it.
func (s *State) Asking(q Approval) Approval {
	q.Once = s.allowsOnce(&q)
	return q
}

// Under is the question that the person has said yes to earlier, and that covers this
// one; none where no yes of theirs does.
func (s *State) Under(q Approval, now int64) Approval {
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Said && !g.Once && !q.None() && g.covers(&q, now) && !s.asksEach(&q) {
			return q
		}
	}
	return Approval{}
}

// Granted reports whether a question has had its yes.
func (s *State) Granted(q Approval, now int64) bool { return !q.None() && s.granted(&q, now) }

// Held judges what the browser's end tells of an act that it has not done. No
// question means that it may be done.
func (s *State) Held(f Facts, now int64) Approval {
	q := f.Question()
	if s.granted(&q, now) || q.Sink == Foreign && s.writes(q.Site) {
		return Approval{}
	}
	return q
}

// Before judges an act by itself, at the address where its tab is.
func (s *State) Before(a protocol.Action, address string, now int64) Approval {
	q := s.Asked(a, address)
	if q.None() || s.granted(&q, now) {
		return Approval{}
	}
	return q
}

// Asked is the question for an act by itself, whatever is granted.
func (s *State) Asked(a protocol.Action, address string) Approval {
	return s.before(a, Origin(address))
}

// AsksEach reports whether each act with consequences on an origin is asked about.
func (s *State) AsksEach(origin string) bool { return s.asksEach(&Approval{Sink: Send, Site: origin}) }
