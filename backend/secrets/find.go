package secrets

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zapvol/bua/core/scan"
)

// A Finder finds values in what a browser answers, however they are written
// there: as they are; in another case, with accents apart, with white space, soft
// hyphens and invisible characters in between; with percent signs, entities of
// HTML and escapes of JSON, JavaScript and Markdown, also one over another; in
// hex digits; in base64 of both alphabets, also in the midst of longer data. What
// else a script may make of a value is not found.
//
// A Finder does not change: its methods may be called at once.
type Finder struct {
	folded, exact index
	// numbers are the marks of values that JavaScript may take for a number.
	numbers map[string]string
}

const (
	// shortest is the number of bytes, folded, of the shortest value that is
	// looked for: a shorter one is in too many answers by chance.
	shortest = 6
	// deepest is how many encodings over one another are undone.
	deepest = 4
)

// Findable reports whether a Finder looks for such a value.
func Findable(value string) bool { return len(fold(view{b: []byte(value)}).b) >= shortest }

// NewFinder returns the Finder of these secrets.
func NewFinder(list []Secret) *Finder {
	f := &Finder{numbers: map[string]string{}}
	for _, s := range list {
		if !Findable(s.Value) {
			continue
		}
		mark := "[secret " + s.Name + "]"
		f.numbers[s.Value] = mark
		f.folded.add(fold(view{b: []byte(fileName(s.Value))}).b, mark)
		for _, written := range [][]byte{[]byte(s.Value), latin(s.Value)} {
			if written == nil {
				continue
			}
			f.folded.add(fold(view{b: written}).b, mark)
			for v, n := (view{b: written}), 0; n < deepest; n++ {
				if v = decode(v); v.b == nil {
					break // the value holds no more of what looks encoded
				}
				f.folded.add(fold(v).b, mark)
			}
			f.folded.add([]byte(hex.EncodeToString(written)), mark)
			for shift := range 3 {
				for _, inner := range within(written, shift) {
					f.exact.add(inner, mark)
				}
			}
		}
	}
	return f
}

// fileName is a value as Chrome has it in the name of a file.
func fileName(value string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`"*/:<>?\|~`, r) {
			return '_'
		}
		return r
	}, value)
}

// latin is a value in Latin-1, as btoa and escape read it; nil where that is no
// other.
func latin(value string) (out []byte) {
	for _, r := range value {
		if r > 0xFF {
			return nil
		}
		out = append(out, byte(r))
	}
	if len(out) == len(value) {
		return nil
	}
	return out
}

// within is what every base64 has, in either alphabet, of data that stands shift
// bytes behind a multiple of three.
func within(data []byte, shift int) [2][]byte {
	text := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), data...))
	std := []byte(text[(8*shift+5)/6 : 8*(shift+len(data))/6])
	return [2][]byte{std, bytes.ReplaceAll(bytes.ReplaceAll(std, []byte("+"), []byte("-")), []byte("/"), []byte("_"))}
}

// Text puts marks in the place of values, and reports whether there were any.
func (f *Finder) Text(s string) (_ string, found bool) {
	if out, found := f.text([]byte(s)); found {
		return string(out), true
	}
	return s, false
}

// JSON puts marks in the place of values in the strings of a JSON value, the
// names of members among them. Numbers says that a number may be one too.
func (f *Finder) JSON(data []byte, numbers bool) (_ []byte, found bool) {
	var out []byte
	done := 0 // what of data is in out
	put := func(from, to int, text string) {
		found = true
		out = scan.AppendQuote(append(out, data[done:from]...), text)
		done = to
	}
	for i := 0; i < len(data); {
		from := i
		switch c := data[i]; {
		case c == '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(data))
			if i-from-2 < shortest {
				continue
			}
			if text, found := f.text(scan.Unquote(data[from:i])); found {
				put(from, i, string(text))
			}
		case numbers && (c == '-' || '0' <= c && c <= '9'):
			for i++; i < len(data) && bytes.IndexByte([]byte("0123456789+-.eE"), data[i]) >= 0; i++ {
			}
			if mark := f.numbers[string(data[from:i])]; mark != "" {
				put(from, i, mark)
			}
		default:
			i++
		}
	}
	if !found {
		return data, false
	}
	return append(out, data[done:]...), true
}

// span is a place in a text where a value is.
type span struct {
	from, to int
	mark     string
}

func (f *Finder) text(s []byte) (_ []byte, found bool) {
	if len(f.folded.by) == 0 || len(s) < shortest {
		return s, false
	}
	var spans []span
	v := view{b: s}
	for n := 0; ; n++ {
		spans = f.exact.spans(spans, v)
		spans = f.folded.spans(spans, fold(v))
		if n == deepest {
			break
		}
		if v = decode(v); v.b == nil {
			break
		}
	}
	if len(spans) == 0 {
		return s, false
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var out []byte
	done := 0
	for _, p := range spans {
		for p.to > p.from && s[p.to-1] <= ' ' { // left out behind the value, and not of it
			p.to--
		}
		if p.from >= done {
			out = append(append(out, s[done:p.from]...), p.mark...)
		}
		done = max(done, p.to)
	}
	return append(out, s[done:]...), true
}

// index finds needles by their first bytes.
type index struct {
	by    map[uint64][]needle
	maybe [1 << 10]uint64 // a bit for each first of by, so that most places are passed quickly
}

type needle struct {
	text []byte
	mark string
}

func bit(first uint64) uint64 { return first * 0x9E3779B97F4A7C15 >> 48 }

func (x *index) add(text []byte, mark string) {
	if len(text) < shortest {
		return
	}
	var first uint64
	for _, c := range text[:shortest] {
		first = first>>8 | uint64(c)<<40
	}
	if x.by == nil {
		x.by = map[uint64][]needle{}
	}
	if slices.ContainsFunc(x.by[first], func(n needle) bool { return bytes.Equal(n.text, text) }) {
		return
	}
	x.by[first] = append(x.by[first], needle{text, mark})
	x.maybe[bit(first)>>6] |= 1 << (bit(first) & 63)
}

// spans adds where needles are in a view.
func (x *index) spans(out []span, v view) []span {
	var first uint64
	for i, c := range v.b {
		first = first>>8 | uint64(c)<<40
		if h := bit(first); x.maybe[h>>6]>>(h&63)&1 == 0 || i < shortest-1 {
			continue
		}
		from := i - shortest + 1
		for _, n := range x.by[first] {
			if bytes.HasPrefix(v.b[from:], n.text) {
				out = append(out, span{v.start(from), v.start(from + len(n.text)), n.mark})
			}
		}
	}
	return out
}

// view is a text as it reads after something was undone.
type view struct {
	b []byte
	// at says where in the text each byte begins, and where the last one ends;
	// nil when that is where it is.
	at []int32
}

func (v view) start(i int) int {
	if v.at == nil {
		return i
	}
	return int(v.at[i])
}

// draft is a view in the making.
type draft struct{ view }

func newDraft(from view) draft {
	return draft{view{make([]byte, 0, len(from.b)), make([]int32, 0, len(from.b)+1)}}
}

// put adds a byte that begins there in the text.
func (d *draft) put(c byte, at int) {
	d.b = append(d.b, c)
	d.at = append(d.at, int32(at))
}

func (d *draft) rune(r rune, at int) {
	if r < utf8.RuneSelf {
		d.put(byte(r), at)
		return
	}
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		d.put(c, at)
	}
}

// done ends it where the text that it is of ends.
func (d *draft) done(from view) view {
	d.at = append(d.at, int32(from.start(len(from.b))))
	return d.view
}
