package main

import (
	"slices"
	"strconv"
)

// row is one line of the table: a threat (S), a fault (R) or a figure (F) of the
// research, and the tests that show how it stands.
type row struct {
	id, says string
	// tests are run one after the other; all have to pass.
	tests []proof
	// not is what of the row cannot be shown here, and why: such a row is never
	// green. A row with no tests has nothing but this.
	not string
	// open is what of the threat is not defended, which SECURITY says too.
	open string
}

// proof is one go test. Arguments for the long form stand in long.
type proof struct {
	pkg, run    string
	short, long []string
}

func in(pkg, run string) proof { return proof{pkg: pkg, run: run} }

// shown is a row with its tests.
func shown(id, says string, tests ...proof) row { return row{id: id, says: says, tests: tests} }

// but says what of a row cannot be shown here, and why.
func (r row) but(why string) row { r.not = why; return r }

// except says what of a threat is not defended.
func (r row) except(what string) row { r.open = what; return r }

// rows is the table, in the order of the research.
func rows() []row { return slices.Concat(threats(), faults(), figures()) }

func (p proof) with(long ...string) proof { p.long = long; return p }

// first is the arguments of the short form.
func (p proof) first(short ...string) proof { p.short = short; return p }

// fuzz runs a target on inputs made up by Go's fuzzer, 20,000 in the short form.
// One core does it; none of the time goes into making failing inputs smaller.
func fuzz(pkg, target string, long int) proof {
	args := func(n int) []string {
		return []string{"-fuzz", "^" + target + "$", "-fuzztime", strconv.Itoa(n) + "x", "-fuzzminimizetime", "1x", "-parallel", "1"}
	}
	return proof{pkg: pkg, run: "^" + target + "$", short: args(20_000), long: args(long)}
}

// targets are all fuzz targets of the tree; the codec's first.
func targets() []proof {
	list := []proof{fuzz("core/protocol", "FuzzDecode", 20_000_000)}
	for _, t := range [][2]string{
		{"core/protocol", "FuzzDecodeAction"}, {"core/protocol", "FuzzDecodeResult"}, {"core/protocol", "FuzzValidate"}, {"core/protocol", "FuzzRequestID"},
		{"core/scan", "FuzzCheck"}, {"core/session", "FuzzLocate"}, {"core/session", "FuzzToASCII"}, {"core/session", "FuzzRegistry"}, {"core/dispatch", "FuzzRehydrate"},
		{"core/link", "FuzzStep"}, {"core/link", "FuzzHelloInput"}, {"core/debugger", "FuzzEngine"}, {"core/debugger", "FuzzMembers"},
		{"core/internal/engine", "FuzzAnswer"}, {"core/internal/uid", "FuzzParse"},
		{"backend/pairing", "FuzzVerify"}, {"backend/pool", "FuzzPool"}, {"core/tell", "FuzzUntrusted"},
		{"core/agent/adapter", "FuzzParse"}, {"core/record", "FuzzRead"}, {"core/agent/redact", "FuzzText"}, {"core/agent/risk", "FuzzTold"}, {"core/model", "FuzzStreams"}, {"backend/secrets", "FuzzFinder_JSON"},
	} {
		list = append(list, fuzz(t[0], t[1], 2_000_000))
	}
	return list
}
