package risk

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/session"
)

// Sink is a kind of act that has consequences.
type Sink string

// The sinks.
const (
	Pay      Sink = "pay"       // pay or order
	Send     Sink = "send"      // send, post, submit
	Delete   Sink = "delete"    // delete or cancel
	Access   Sink = "access"    // change a password, a permission, who may enter
	Upload   Sink = "upload"    // hand a file to a page
	Download Sink = "download"  // take a file
	Install  Sink = "install"   // add a program to the browser or the machine
	SignIn   Sink = "sign_in"   // fill in a stored secret
	TakeOver Sink = "take_over" // work in a tab of the person's
	Script   Sink = "script"    // run code of the model's own in a page
	Foreign  Sink = "foreign"   // act on a site that the person has not sent it to
	Leave    Sink = "leave"     // put words from elsewhere into a site
	External Sink = "external"  // open another program
	Plan     Sink = "plan"      // have something done later, and again and again
)

// Single reports whether each act is asked about anew, even where a grant was given
// before the run: money, access, programs, and each tab of the person's.
func (s Sink) Single() bool {
	return s == Pay || s == Access || s == Install || s == Plan || s == TakeOver
}

// Place reports whether a sink is about where a run works, and not about what it
// does there.
func (s Sink) Place() bool { return s == Foreign || s == TakeOver }

// alike reports whether a yes is to one control of one form: what another one sends or
// deletes is another thing.
func (s Sink) alike() bool { return s == Send || s == Delete }

// Sinks are all of them.
func Sinks() []Sink {
	return []Sink{Pay, Send, Delete, Access, Upload, Download, Install, SignIn, TakeOver, Script, Foreign, Leave, External, Plan}
}

// Approval is what the person is asked about one act.
type Approval struct {
	Sink Sink
	// Site is the origin where it would happen, To the one that it goes to, if that
	// is another.
	Site, To string
	// What names it: the button, the file, the secret. It may be a page's words.
	What string
	// Text is exactly what would leave.
	Text string
	// Form tells forms apart, "" for none.
	Form string
	// Once: a yes holds for this act alone.
	Once bool
}

// None reports whether there is nothing to ask.
func (q Approval) None() bool { return q.Sink == "" }

// Covers says what a yes to the question allows, where it is not for once.
func (q Approval) Covers() string {
	switch {
	case q.Once:
		return "this act alone"
	case q.Sink.alike():
		return "the same control in the same form on " + q.Site + ", until the run ends"
	case q.Sink == Leave, q.Sink == Script:
		return "exactly this on " + q.Site + ", until the run ends"
	case q.Sink == Foreign:
		return "work on " + q.Site + ", until the run ends"
	}
	return "acts of this kind on " + q.Site + ", until the run ends"
}

// Sentence asks in English what a screen asks in the person's language.
func (q Approval) Sentence() string {
	what := q.What
	if what != "" {
		what = ` "` + what + `"`
	}
	at := " on " + q.Site
	switch q.Sink {
	case Pay:
		return "Pay or order" + what + at + "?"
	case Send:
		return "Send" + what + at + "?"
	case Delete:
		return "Delete" + what + at + "?"
	case Access:
		return "Change a password or who has access" + at + "?"
	case Upload:
		return "Hand the file" + what + " to " + q.Site + "?"
	case Download:
		return "Download" + what + " from " + q.Site + "?"
	case Install:
		return "Install" + what + " from " + q.Site + "?"
	case SignIn:
		return "Fill in the stored" + what + at + "?"
	case TakeOver:
		return "Work in your tab" + what + "?"
	case Script:
		return "Run this code" + at + "?"
	case Foreign:
		return "Work on " + q.Site + ", which the task does not name?"
	case Leave:
		return "Put this text into " + q.Site + "?"
	case External:
		return "Open another program for" + what + "?"
	case Plan:
		return "Plan" + what + "?"
	}
	return "Go on" + at + "?"
}

// Grant is what the person allows: sinks on sites until a time.
type Grant struct {
	// Sites are origins, or domains for what is at them and below.
	Sites []string
	Sinks []Sink
	// Text is the only one that a grant of leave holds for, "" for any.
	Text string
	// Until is when it ends, in milliseconds; 0 is with the run.
	Until int64
	// Once is gone with the first act that it covers, which What names, if it is set.
	Once bool
	What string
	// Said: it is the yes to a question, of which What, Form and To were.
	Said     bool
	Form, To string
}

// covers reports whether a grant answers a question with yes.
func (g *Grant) covers(q *Approval, now int64) bool {
	if g.Until != 0 && now >= g.Until || g.Text != "" && g.Text != q.Text || g.Once && g.What != "" && g.What != q.What {
		return false
	}
	if q.Sink.alike() {
		switch {
		case !g.Said && q.To != "" && !covered(g.Sites, q.To):
			return false
		case g.Said && !g.Once && (stem(g.What) != stem(q.What) || g.Form != q.Form || g.To != q.To):
			return false
		}
	}
	return slices.Contains(g.Sinks, q.Sink) && covered(g.Sites, q.Site)
}

// Spell returns what the person has written for a site, an origin or a domain, with its
// host as the browser writes it. The other names of sites here are spelled already.
func Spell(names session.IDNA, site string) string {
	if strings.Contains(site, "://") {
		return session.ToASCII(names, site)
	}
	return strings.TrimPrefix(session.ToASCII(names, "https://"+site), "https://")
}

// spelled are sites without what says the same; what is none is left out.
func spelled(sites []string) (list []string) {
	for _, s := range sites {
		if strings.Contains(s, "://") {
			s = Origin(s)
		} else if l, err := session.Locate("https://" + s); err == nil && l.Host != "" && !strings.ContainsAny(s, "/:@") {
			s = l.Domain()
		} else {
			s = ""
		}
		if s != "" {
			list = append(list, s)
		}
	}
	return list
}

// covered reports whether one of some sites has an origin.
func covered(sites []string, origin string) bool {
	l, err := session.Locate(origin)
	if err != nil || l.Host == "" {
		return slices.Contains(sites, origin)
	}
	domain := l.Domain()
	for _, s := range sites {
		if s == origin || s == domain || strings.Contains(s, ".") && !strings.Contains(s, "://") && strings.HasSuffix(domain, "."+s) {
			return true
		}
	}
	return false
}
