package session

import (
	"context"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/category"
	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// Policy answers whether the agent may touch a URL. It is the person's
// blocklist and the organisation's, together. Until a list has been read, and
// whenever one cannot be understood, it allows nothing: a blocklist that fails
// open is none. Safe for concurrent use.
type Policy struct {
	writer *Writer
	names  IDNA

	mu     lock.Mutex
	rules  []Rule   // owned by mu
	off    switches // capabilities that are switched off; owned by mu
	kinds  []string // categories of sites that are blocked; owned by mu
	strict bool     // the profile is; owned by mu
	broken error    // why nothing is allowed, nil when rules are good; owned by mu
	public bool     // storage allows nothing but public addresses; owned by mu
	epoch  int      // counts loads, so that an older one cannot undo a newer; owned by mu

	endpoints     []controlEndpoint // owned by mu
	refusePrivate bool              // see RefusePrivate; owned by mu
	known         []knownName       // names that lead inside, the latest last; owned by mu
}

// NewPolicy returns a policy that allows nothing before [Policy.Load].
func NewPolicy(writer *Writer, names IDNA) *Policy {
	return &Policy{writer: writer, names: names, strict: true, broken: closed("has not been read yet; try again in a moment")}
}

// Load reads both lists. On error nothing is allowed until a Load succeeds.
func (p *Policy) Load(ctx context.Context) error {
	p.mu.Lock()
	p.epoch++
	epoch := p.epoch
	p.mu.Unlock()
	rules, err := p.read(ctx)
	off, kinds := p.readSwitches(ctx), p.readCategories(ctx)
	profile, _ := ProfileIn(ctx, p.writer)
	public := p.readPublic(ctx, profile)
	p.mu.Lock()
	defer p.mu.Unlock()
	if epoch == p.epoch {
		p.rules, p.off, p.kinds, p.strict, p.public, p.broken = rules, off, kinds, profile == ProfileStrict, public, err
	}
	return err
}

// Strict reports whether the strict profile is in force; it is before a Load.
func (p *Policy) Strict() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.strict
}

// readCategories reads which categories are blocked, by the person and by the
// organisation together. When that cannot be told, it is all of them.
func (p *Policy) readCategories(ctx context.Context) (kinds []string) {
	own, errOwn := p.writer.store.Get(ctx, Local, KeyCategories)
	theirs, errTheirs := p.writer.Managed(ctx, KeyCategories, isStrings)
	for i, err := range []error{errOwn, errTheirs} {
		var list []string
		if err == nil {
			list, err = ReadStrings([][]byte{own, theirs}[i])
		}
		for _, name := range list {
			if !category.Known(name) {
				err = closed("names a category that there is not")
			}
		}
		if err != nil {
			return category.Names()
		}
		kinds = append(kinds, list...)
	}
	return kinds
}

// Bounded reports whether anything is refused that somebody has chosen.
func (p *Policy) Bounded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.rules) > 0 || len(p.kinds) > 0 || p.strict || p.broken != nil || p.public || p.refusePrivate
}

// Broken returns why nothing is allowed, nil when the lists are good.
func (p *Policy) Broken() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken
}

// Check locates a URL and asks the lists.
// Errors: invalid_action for what can never be touched, domain_blocked,
// internal_error when the lists cannot be read. The location is good with
// domain_blocked too.
func (p *Policy) Check(url string) (Location, error) {
	loc, err := Locate(url)
	if err != nil {
		return loc, err
	}
	if err := p.checkControlEndpoint(loc); err != nil {
		return loc, err
	}
	return loc, p.Allow(loc.Domain())
}

// Allow asks for a domain: the lists, and what is refused without one. Errors:
// domain_blocked, internal_error.
func (p *Policy) Allow(domain string) error {
	if err := p.checkNetwork(domain); err != nil {
		return err
	}
	p.mu.Lock()
	rules, kinds, broken := p.rules, p.kinds, p.broken
	p.mu.Unlock()
	if broken != nil {
		return broken
	}
	if covered(domain, rules) {
		return protocol.NewError(protocol.CodeDomainBlocked, domain+" is on the blocklist: stop this plan and tell the person; no other tab, URL or action is a way around it.")
	}
	if name := category.Of(plain(domain), kinds); name != "" {
		return protocol.NewError(protocol.CodeDomainBlocked, domain+" is in the category "+name+", which is blocked: stop this plan and tell the person; no other tab, URL or action is a way around it.")
	}
	return nil
}

func (p *Policy) read(ctx context.Context) ([]Rule, error) {
	store := p.writer.store
	own, err := store.Get(ctx, Local, KeyBlocklist)
	if err != nil {
		return nil, closed("cannot be read from storage")
	}
	rules, err := p.parse(nil, own)
	if err != nil {
		return nil, err
	}
	managed, err := p.writer.Managed(ctx, KeyBlocklist, isStrings)
	if err != nil {
		return nil, closed("of the organisation cannot be read from storage")
	}
	rules, err = p.parse(rules, managed)
	return inOrder(rules), err
}

func isStrings(data []byte) bool {
	_, err := ReadStrings(data)
	return err == nil
}

func (p *Policy) parse(rules []Rule, data []byte) ([]Rule, error) {
	entries, err := ReadStrings(data)
	if err != nil {
		return nil, closed("is damaged")
	}
	for i, entry := range entries {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		r, err := ParseRule(p.names, entry)
		if err != nil {
			return nil, closed("has an entry that is not understood (number " + strconv.Itoa(i+1) + ")")
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func closed(how string) error {
	return protocol.NewError(protocol.CodeInternal, "nothing is allowed, because the blocklist "+how+": ask the person to open bua's options and save the blocklist again.")
}
