package gen

import (
	"fmt"
	"go/constant"
	"slices"
	"strings"
)

// model is core/protocol as the writers need it, in source order.
type model struct {
	actions, events, messages []*variant
	structs                   []*structure // every struct of the wire, variants too
	arrays                    []*array     // named slices, such as TabsResult
	words                     []*words     // named string types with their constants
	consts                    []constDecl  // limits and other numbers
	byName                    map[string]*structure
}

// variant is one member of a union.
type variant struct {
	*structure
	tag     string
	can     string // of an action: its capability
	answers string // of an action: the Go name of its result
	tells   string // of an action: "page" where its answer tells what a page says, else "nothing"
	rare    bool   // of an action: the tool's usual text only names it
}

type structure struct {
	name   string
	doc    string
	fields []*field
	ones   []one
}

// one is a group of fields of which exactly one (or, optional, at most one)
// may be there.
type one struct {
	fields   []*field
	optional bool
}

// names are those of the fields on the wire.
func (o one) names() (list []string) {
	for _, f := range o.fields {
		list = append(list, f.wire)
	}
	return list
}

type field struct {
	goName   string
	wire     string
	doc      string
	typ      ftype
	optional bool
	embedded bool // promoted from an embedded struct
	rules
}

// rules are what a `bua` tag says.
type rules struct {
	min, max       string // Go expressions, "" when absent
	minVal, maxVal int64
	open           bool // a choice that later versions may widen
	null           bool
	isTrue         bool
	isObject       bool
	otherwise      string
	unless         string // the wire name of the field that may stand instead
	rare           bool   // the tool's usual text says no more than its name and type
	inside         bool   // between backend and extension only: no agent is told of it
}

// ftype is the type of a field.
type ftype struct {
	kind  fkind
	name  string // the Go name of a struct, named string or union
	slice bool
}

type fkind int

const (
	kindString fkind = iota
	kindWords        // a named string type
	kindInt
	kindInt64
	kindNumber // another type of whole numbers
	kindBool
	kindRaw
	kindStruct
	kindPointer // to a struct
	kindAction
	kindEvent
)

type array struct{ name, doc, elem string }

type words struct {
	name, doc string
	values    []word
}

type word struct {
	goName, value, doc string
	lines              [][]string // its //bua: lines
}

type constDecl struct {
	name, doc string
	value     constant.Value
}

func (m *model) wordsOf(name string) *words {
	for _, w := range m.words {
		if w.name == name {
			return w
		}
	}
	return nil
}

// list returns the values, separated by spaces.
func (w *words) list() string {
	all := make([]string, len(w.values))
	for i, v := range w.values {
		all[i] = v.value
	}
	return strings.Join(all, " ")
}

// check refuses a model that the writers cannot spell.
func (m *model) check() error {
	for _, a := range m.actions {
		if a.can == "" || a.answers == "" {
			return fmt.Errorf("%s: an action says can= and answers= in its //bua:action line", a.name)
		}
		if a.tells != "page" && a.tells != "nothing" {
			return fmt.Errorf("%s: an action says tells=page where its answer tells what a page says, tells=nothing where it does not", a.name)
		}
		if !strings.Contains(" "+m.wordsOf("Capability").list()+" ", " "+a.can+" ") {
			return fmt.Errorf("%s: can=%s is no Capability", a.name, a.can)
		}
		if !m.isResult(a.answers) {
			return fmt.Errorf("%s: answers=%s is no struct and no slice of this package", a.name, a.answers)
		}
		for _, f := range a.fields {
			if f.doc == "" {
				return fmt.Errorf("%s.%s needs a comment: it is what the agent's model reads", a.name, f.goName)
			}
		}
	}
	for _, v := range slices.Concat(m.actions, m.events, m.messages) {
		for _, f := range v.fields {
			if f.wire == "type" {
				return fmt.Errorf("%s.%s: the name type is the union's", v.name, f.goName)
			}
		}
	}
	for _, s := range m.structs {
		if len(s.fields) > 64 {
			return fmt.Errorf("%s has more fields than the codec can mark as seen", s.name)
		}
		for _, o := range s.ones {
			if len(o.fields) < 2 || o.optional && len(o.fields) > 2 {
				return fmt.Errorf("%s: a `one` rule is about two fields or more, an `optional` about two", s.name)
			}
		}
	}
	return nil
}

func (m *model) isResult(name string) bool {
	if _, ok := m.byName[name]; ok {
		return true
	}
	return m.arrayOf(name) != nil
}

func (m *model) arrayOf(name string) *array {
	for _, s := range m.arrays {
		if s.name == name {
			return s
		}
	}
	return nil
}

// results returns the names of the results, in the order of the actions that
// first answer them.
func (m *model) results() []string {
	var names []string
	seen := map[string]bool{}
	for _, a := range m.actions {
		if !seen[a.answers] {
			seen[a.answers] = true
			names = append(names, a.answers)
		}
	}
	return names
}
