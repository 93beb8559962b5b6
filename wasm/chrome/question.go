package chrome

import (
	"github.com/zapvol/bua/core/scan"
	"strconv"
)

// question is the JSON of one host call while it is built.
type question []byte

// ask starts the question for a call of the host's table.
func ask(call string) question {
	return append(append(question(`{"call":"`), call...), '"')
}

func (q question) name(name string) question {
	return append(append(append(q, ',', '"'), name...), '"', ':')
}

func (q question) num(name string, n int) question {
	return strconv.AppendInt(q.name(name), int64(n), 10)
}

func (q question) flag(name string, b bool) question {
	return strconv.AppendBool(q.name(name), b)
}

// text adds a string; invalid UTF-8 becomes U+FFFD.
func (q question) text(name, s string) question {
	b := scan.AppendQuote(q.name(name), s)
	return b
}

// raw adds a value that is JSON already; none becomes null.
func (q question) raw(name string, value []byte) question {
	if len(value) == 0 {
		return append(q.name(name), "null"...)
	}
	return append(q.name(name), value...)
}

// end completes the question.
func (q question) end() []byte { return append(q, '}') }
