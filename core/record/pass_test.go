package record_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/record"
)

type inner struct {
	Name string
	Flag bool
}

func (i *inner) Fields(p *record.Pass) {
	record.Str(p, "name", &i.Name)
	p.Bool("flag", &i.Flag)
}

type outer struct {
	Text  string
	N     int
	Long  int64
	In    inner
	May   *inner
	List  []inner
	Words []string
	Ints  []int
	Raw   []byte
}

func (o *outer) Fields(p *record.Pass) {
	record.Str(p, "text", &o.Text)
	p.Int("n", &o.N)
	p.Long("long", &o.Long)
	p.Nest("in", &o.In)
	record.Maybe(p, "may", &o.May)
	record.List(p, "list", &o.List)
	record.Strs(p, "words", &o.Words)
	record.Longs(p, "ints", &o.Ints)
	p.Raw("raw", &o.Raw)
}

func TestRead_WhatAppendWrites(t *testing.T) {
	for name, o := range map[string]outer{
		"nothing": {},
		"everything": {Text: "a\"b\n\u2028", N: -3, Long: 1 << 60, In: inner{"x", true}, May: &inner{"", true},
			List: []inner{{"a", false}, {"b", true}}, Words: []string{"", "w"}, Ints: []int{0, -1}, Raw: []byte(`{"a":[1,{}]}`)},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			text := record.Append(nil, &o)
			var back outer
			is.True(record.Read(text, &back))
			is.Equal(back, o)
			is.Equal(string(record.Append(nil, &back)), string(text))
		})
	}
}

// TestAppend_Together: what is only written may be read meanwhile. The race detector tells.
func TestAppend_Together(t *testing.T) {
	o, said := outer{Text: "x", N: 7, Long: 8, May: &inner{}, List: []inner{{}}, Words: []string{"a"}, Ints: []int{1}}, make(chan []byte)
	for range 2 {
		go func() { said <- record.Append(nil, &o) }()
	}
	is.New(t).Equal(<-said, <-said)
}

func TestRead_WhatIsDamaged(t *testing.T) {
	for _, text := range []string{``, `[]`, `{`, `{"text":1}`, `{"n":"x"}`, `{"n":1.5}`, `{"in":[]}`, `{"list":{}}`, `{"list":[1]}`, `{"words":[1]}`, `{"ints":["a"]}`, `{"long":99999999999999999999}`} {
		t.Run(text, func(t *testing.T) {
			var o outer
			is.New(t).True(!record.Read([]byte(text), &o))
		})
	}
}

type kept struct {
	Text  string
	N     int
	Flag  bool
	List  []inner
	Words []string
	Last  int
}

func (k *kept) Fields(p *record.Pass) {
	p.Keep()
	record.Str(p, "text", &k.Text)
	p.Keep()
	p.Int("n", &k.N)
	p.Keep()
	p.Bool("flag", &k.Flag)
	p.Keep()
	record.List(p, "list", &k.List)
	p.Keep()
	record.Strs(p, "words", &k.Words)
	p.Int("last", &k.Last)
}

func TestKeep(t *testing.T) {
	is := is.New(t)
	is.Equal(string(record.Append(nil, &kept{})), `{"text":"","n":0,"flag":false,"list":[],"words":[]}`)
	var back kept
	is.True(record.Read([]byte(`{"text":"","n":0,"flag":true,"list":[],"words":[],"last":2}`), &back))
	is.Equal(back, kept{Flag: true, Last: 2})
}

func TestReadAll(t *testing.T) {
	for _, row := range []struct {
		text, other string
		ok          bool
	}{
		{`{"name":"a"}`, "", true},
		{`{}`, "", true},
		{`{"name":"a","also":{"x":1}}`, "also", true},
		{`{"name":1}`, "", false},
		{`{"flag":"true"}`, "", false},
		{`[]`, "", false},
		{``, "", false},
	} {
		t.Run(row.text, func(t *testing.T) {
			is := is.New(t)
			other, ok := record.ReadAll([]byte(row.text), &inner{})
			is.Equal(other, row.other)
			is.Equal(ok, row.ok)
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"text":"a","n":1,"list":[{"name":"x"}],"raw":[1]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var o, back outer
		if !record.Read(data, &o) {
			return
		}
		text := record.Append(nil, &o)
		if !record.Read(text, &back) || string(record.Append(nil, &back)) != string(text) {
			t.Fatalf("%q became %q", data, text)
		}
	})
}
