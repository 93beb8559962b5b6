package protocol

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Depth returns how deep the arrays and objects of data nest. It does not
// recurse and trusts nothing, so it may run over anything: a message is
// measured before a parser, which does recurse, sees it. The worker's
// goroutines have stacks of 16 KiB.
func Depth(data []byte) int {
	depth, deepest, quoted := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch b := data[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			depth++
			deepest = max(deepest, depth)
		case b == '}' || b == ']':
			depth--
		}
	}
	return deepest
}

// judge says what is wrong with data as JSON text, "" for nothing. Whatever
// reads data after it may rely on the syntax, on valid UTF-8 and on every name
// standing once in its object.
func judge(data []byte) string {
	if !utf8.Valid(data) {
		return "is not valid UTF-8 at byte " + strconv.Itoa(firstInvalid(data))
	}
	if Depth(data) > MaxDepth {
		return "nests deeper than " + strconv.Itoa(MaxDepth) + " levels: flatten it"
	}
	// SkipValue goes token by token and keeps its place on the heap. ReadValue
	// recurses, and traps in the worker at 31 levels of objects.
	d := jsontext.NewDecoder(bytes.NewBuffer(data))
	if err := d.SkipValue(); err != nil {
		return syntax(data, err)
	}
	if rest := bytes.TrimLeft(data[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return "has something after its end, at byte " + strconv.Itoa(len(data)-len(rest))
	}
	return ""
}

func firstInvalid(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

// syntax says where the parser stopped, and never what stood there: a result
// is made of page content.
func syntax(data []byte, err error) string {
	if err == io.EOF {
		return "is empty"
	}
	at := len(data)
	var s *jsontext.SyntacticError
	if errors.As(err, &s) {
		at = int(s.ByteOffset)
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "has a name twice in one object, at byte " + strconv.Itoa(at) + ": keep one"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "ends too early, at byte " + strconv.Itoa(len(data))
	}
	return "is not valid JSON at byte " + strconv.Itoa(at)
}
