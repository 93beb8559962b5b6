package scan_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/scan"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		text  string
		fault scan.Fault
		at    int
	}{
		{`{}`, scan.Fine, 2}, {` [ 1 , {"a":[]} ] `, scan.Fine, 18}, {`-0.5e+3`, scan.Fine, 7}, {`"\ud83d\ude00"`, scan.Fine, 14},
		{``, scan.Empty, 0}, {`  `, scan.Empty, 2},
		{`{`, scan.Short, 1}, {`{"a"`, scan.Short, 4}, {`{"a":`, scan.Short, 5}, {`[1,`, scan.Short, 3}, {`"a`, scan.Short, 2}, {`tru`, scan.Short, 3}, {`-`, scan.Short, 1}, {`1.`, scan.Short, 2},
		{`{a:1}`, scan.Syntax, 1}, {`[1,]`, scan.Syntax, 3}, {`{"a":1,}`, scan.Syntax, 7}, {`[1}`, scan.Syntax, 2}, {`nul!`, scan.Syntax, 3}, {`'a'`, scan.Syntax, 0}, {`NaN`, scan.Syntax, 0}, {`-x`, scan.Syntax, 1}, {"\"\n\"", scan.Syntax, 1}, {`"\x"`, scan.Syntax, 1}, {`{"a" 1}`, scan.Syntax, 5}, {`]`, scan.Syntax, 0},
		{`1 2`, scan.Trailing, 2}, {`01`, scan.Trailing, 1}, {`{}}`, scan.Trailing, 2},
		{`{"a":1,"a":2}`, scan.Twice, 7}, {`{"a":1,"\u0061":2}`, scan.Twice, 7}, {`[{"a":1},{"a":2}]`, scan.Fine, 17},
		{"\"\xff\"", scan.Encoding, 1}, {`"\ud800"`, scan.Encoding, 1}, {`"\udc00"`, scan.Encoding, 1}, {"\xff", scan.Encoding, 0},
		{strings.Repeat("[", 33) + strings.Repeat("]", 33), scan.Deep, 32}, {strings.Repeat("[", 32) + strings.Repeat("]", 32), scan.Fine, 64},
	} {
		t.Run(c.text, func(t *testing.T) {
			is := is.New(t)
			fault, at := scan.Check([]byte(c.text), 32)
			is.Equal(fault, c.fault)
			is.Equal(at, c.at)
		})
	}
}

func TestCheck_namesOfALongObject(t *testing.T) {
	is := is.New(t)
	var b strings.Builder
	b.WriteString(`{"x":0`)
	for i := range 100 {
		b.WriteString(`,"k` + strconv.Itoa(i) + `":0`)
	}
	fault, _ := scan.Check([]byte(b.String()+`}`), 32)
	is.Equal(fault, scan.Fine)
	fault, _ = scan.Check([]byte(b.String()+`,"k7":0}`), 32)
	is.Equal(fault, scan.Twice)
}

func TestCursor(t *testing.T) {
	is := is.New(t)
	c := scan.Cursor{Data: []byte(` { "a" : [1, "x\n", {"b":null}] , "c":true }`)}
	is.True(c.Eat('{'))
	name, ok := c.Member()
	is.True(ok)
	is.Equal(string(name), "a")
	is.True(c.Eat('['))
	is.True(c.Element())
	is.Equal(string(c.Skip()), "1")
	is.True(c.Element())
	is.Equal(string(c.Text()), "x\n")
	is.True(c.Element())
	is.Equal(string(c.Skip()), `{"b":null}`)
	is.True(!c.Element())
	name, ok = c.Member()
	is.True(ok)
	is.Equal(string(name), "c")
	is.Equal(string(c.Skip()), "true")
	_, ok = c.Member()
	is.True(!ok)
}

// FuzzCheck holds the checker against jsontext, which is as strict, and
// encoding/json, which is the grammar alone.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",true,false,null]}`, `{"a":1,"a":2}`, `[[[[]]]]`, "\"\xff\"", `"\ud800x"`, `{"a":"\udc00",}`, "[\"\xff\"]", `1 2`, ` `, `{"":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fault, at := scan.Check(data, 32)
		if at < 0 || at > len(data) {
			t.Fatalf("fault %d at %d of %d", fault, at, len(data))
		}
		c := scan.Cursor{Data: data}
		c.Skip() // stays inside, whatever it walks
		if fault == scan.Deep {
			return
		}
		if scan.Valid(data, 32) != json.Valid(data) {
			t.Fatalf("%q: encoding/json says otherwise of its grammar", data)
		}
		if want := strict(data); (fault == scan.Fine) != want {
			t.Fatalf("%q: fault %d at %d, jsontext says %v", data, fault, at, want)
		}
		if fault != scan.Fine {
			return
		}
		if !json.Valid(data) {
			t.Fatalf("%q: encoding/json refuses it", data)
		}
		if data[0] == '"' {
			var want string
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			lit := bytes.TrimRight(data, " \t\r\n")
			got := string(scan.Unquote(lit))
			if got != want {
				t.Fatalf("%q: unquoted %q, want %q", data, got, want)
			}
			var back string
			if err := json.Unmarshal(scan.AppendQuote(nil, got), &back); err != nil || back != want {
				t.Fatalf("%q: quoted again it is %q, %v", data, back, err)
			}
		}
	})
}

func strict(data []byte) bool {
	if !utf8.Valid(data) {
		return false
	}
	d := jsontext.NewDecoder(bytes.NewReader(data))
	if _, err := d.ReadValue(); err != nil {
		return false
	}
	_, err := d.ReadToken()
	return errors.Is(err, io.EOF)
}
