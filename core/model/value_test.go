package model

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestValue(t *testing.T) {
	is := is.New(t)
	v, ok := parse([]byte(` {"a":{"b":[1,"x\ud83d",null]},"n":-3.9,"t":true,"z":null,"a ":"\u00e9","t":false} `))
	is.True(ok)
	is.Equal(string(v.at("a.b")), `[1,"x\ud83d",null]`)
	is.Equal(v.at("a.b").texts(), []string{"", "x\ufffd", ""})
	is.Equal(string(v.at("a.b").first()), "1")
	is.Equal(v.num("n"), -3)
	is.Equal(v.yes("t"), false)       // the last counts
	is.Equal(v.at("z"), value(nil))   // null is not there
	is.Equal(v.at("n.x"), value(nil)) // nor what is below no object
	is.Equal(v.str("a "), "é")
	for text, want := range map[string]string{`"a"`: "a", `null`: "", ``: "", `[{"text":"a"},{"text":"b"}]`: "ab", `{"x":1}`: `{"x":1}`, `[1]`: `[1]`, `7`: "7", `[]`: ""} {
		v := value(text)
		if text == "null" {
			v = nil
		}
		is.Equal(words(v), want)
	}
	for _, text := range []string{"", "{", `{"a":1,}`, "[1 2]", strings.Repeat("[", deepest+1)} {
		_, ok := parse([]byte(text))
		is.True(!ok)
	}
}

func TestObject(t *testing.T) {
	is := is.New(t)
	o := open(value(`{"a":1,"b":[1,2],"n":0}`))
	o.str("a", "1\"")
	o.set("n", value("null"))
	is.Equal(string(o.json()), `{"a":"1\"","b":[1,2],"n":null}`)
	to := text{}
	to.form(`{"a":$,"l":[`, "$#\n")
	to.item("$", "[")
	to.item("#", "{}")
	to.form("]")
	to.some(`"no":$`, "")
	to.some(`"b":#`, "1")
	to.form("}")
	is.Equal(string(to.out), `{"a":"$#\n","l":["[",{}],"b":1}`)
	is.Equal(string(open(value(`[1]`)).json()), `{}`)
	is.Equal(string(without(value(`{"a":1,"b":null,"c":2}`), "a")), `{"c":2}`)
	is.Equal(without(value(`{"a":1}`), "a"), value(nil))
}

func TestSchema(t *testing.T) {
	is := is.New(t)
	is.Equal(plainSchema(`{"properties":{"a":{"type":["null","string"],"minLength":1},"b":true,"c":{"items":{"enum":["x"]}}},"required":["a"],"$defs":{}}`),
		`{"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"items":{"enum":["x"],"type":"string"},"type":"array"}},"required":["a"],"type":"object"}`)
	is.Equal(string(fields("no")), `{"type":"object","properties":{}}`)
	is.Equal(string(fields(`{"type":"object","properties":{"a":{}}}`)), `{"type":"object","properties":{"a":{}}}`)
}

// What comes in whichever pieces is the same lines.
func TestPieces(t *testing.T) {
	for name, row := range map[string]struct {
		text   string
		events bool
		want   string
		end    string
	}{
		"events":            {"event: a\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n: a comment\n\ndata:2\n\ndata: [DONE]\n\ndata: 3\n\n", true, "{\"a\":\n1} 2", ""},
		"no end":            {"data: 1\n\ndata: 2", true, "1 2", ""},
		"an event cut":      {"data: 1\n\ndata: {\"a", true, "1", "torn"},
		"an event, no JSON": {"data: 1\n\ndata: x\n\ndata: 2\n\n", true, "1", "shapeless"},
		"lines":             {"{}\r\n\n [1] \n2", false, "{} [1] 2", ""},
		"a line cut":        {"{}\n{\"a", false, "{}", "torn"},
	} {
		for _, chunk := range []int{1, 3, 1000} {
			p := pieces{lines: liner{from: &slowly{row.text, chunk}}, events: row.events}
			var got []string
			v, trouble := p.next()
			for ; v != nil; v, trouble = p.next() {
				got = append(got, string(v))
			}
			end := map[bool]string{trouble.is(torn): "torn", trouble.is(shapeless): "shapeless"}[true]
			if strings.Join(got, " ") != row.want || end != row.end {
				t.Errorf("%s by %d: %q, %q", name, chunk, got, end)
			}
		}
	}
}
