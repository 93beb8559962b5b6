package engine

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// What is absent is left out, and what may hold anything is quoted.
func TestDo(t *testing.T) {
	for _, row := range []struct {
		name string
		op   Op
		want string
	}{
		{"no arguments", &Unmask{}, `__bua("unmask",{})`},
		{"a target", &Held{Target: Target{UID: "e7"}}, `__bua("held",{"uid":"e7"})`},
		{"a frame that was entered", &Focus{Target: Target{Selector: `a[href="x"]`, Within: true}}, `__bua("focus",{"selector":"a[href=\"x\"]","within":true})`},
		{"zeros that mean something", &Extract{}, `__bua("extract",{"base":0,"cap":0})`},
		{"an empty text", &Insert{Target: Target{UID: "e1"}}, `__bua("insert",{"uid":"e1","text":""})`},
		{"no options", &Field{Target: Target{Base: 3}, Value: "x"}, `__bua("field",{"base":3,"value":"x"})`},
		{"none of the options", &Field{Target: Target{Base: 3}, Options: []string{}}, `__bua("field",{"base":3,"options":[]})`},
		{"a list", &Fill{Text: "\n\u2028", Origins: []string{"https://a.example", `"`}}, "__bua(\"fill\",{\"text\":\"\\n\u2028\",\"origins\":[\"https://a.example\",\"\\\"\"]})"},
		{"a large number", &Piece{ID: "d1", Size: 1 << 40}, `__bua("piece",{"id":"d1","size":1099511627776,"offset":0,"limit":0})`},
		{"what is embedded", &Watch{Mark: 2, On: "click", Bounds: Bounds{Quiet: 40, Max: 1500}}, `__bua("watch",{"mark":2,"on":"click","quiet":40,"max":1500})`},
	} {
		t.Run(row.name, func(t *testing.T) { is.New(t).Equal(Do(row.op), row.want) })
	}
}

func TestAnswer(t *testing.T) {
	is := is.New(t)
	p := new(Point).Answer([]byte(` {"url":"https://a.example/", "x" : 1.25,"y":-3e2,"moves":true,"unknown":[{"x":9}],"sink":{"what":"Buy","price":true}} `))
	is.Equal(p, Pointed{Located: Located{"https://a.example/"}, X: "1.25", Y: "-3e2", Moves: true, Sink: &Facts{What: "Buy", Price: true}})
	e := new(Extract).Answer([]byte(`{"next":12.9,"status":403,"peripheral":["e1","e\"2"],"dialog":[],"size":-9e99,"elements":[{"next":1}]}`))
	is.Equal(e, Extracted{Next: 12, Status: 403, Peripheral: []string{"e1", `e"2`}, Size: -9})
	f := new(Give).Answer([]byte(`{"files":[{"name":"a","size":3,"sha256":"x"},{"name":"b"}]}`))
	is.Equal(f.Files, []File{{"a", 3, "x"}, {Name: "b"}})
	h := new(Outcome).Answer([]byte(`{"heard":true,"link":"tel:1","dom":2,"wants":"Shift"}`))
	is.Equal(h, Heard{Heard: true, Link: "tel:1", Seen: Seen{DOM: 2, Wants: WishShift}})
	is.Equal(ReadReport([]byte(`{"mark":4,"ok":{"url":"u","dom":1,"lost":true}}`)), Report{Mark: 4, OK: Seen{Located: Located{"u"}, DOM: 1, Lost: true}})
}

// What is not of its type counts as absent, and what is no object says nothing.
func TestAnswer_OfAnotherType(t *testing.T) {
	is := is.New(t)
	is.Equal(new(Point).Answer([]byte(`{"url":7,"moves":"true","sink":[]}`)), Pointed{Sink: &Facts{}})
	is.Equal(new(Give).Answer([]byte(`{"files":"none"}`)), Files{})
	for _, data := range []string{``, `null`, `[]`, `{`, `{"url"`, `{"url":`, `{"files":[`} {
		is.Equal(new(Give).Answer([]byte(data)), Files{})
	}
}

func TestRead(t *testing.T) {
	for _, row := range []struct{ name, answer, ok, code, message string }{
		{"an answer", `{"ok":{"url":"u"}}`, `{"url":"u"}`, "", ""},
		{"a failure", `{"error":{"code":"timeout","message":"Late."},"url":"u"}`, "", "timeout", "Late."},
		{"a failure with an answer", `{"ok":{},"error":null}`, "{}", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			ok, fault, good := Read([]byte(row.answer))
			is.True(good)
			is.Equal(string(ok), row.ok)
			is.Equal(fault == nil, row.code == "" && !strings.Contains(row.answer, "error"))
			if fault != nil {
				is.Equal(*fault, Fault{row.code, row.message, 0})
			}
		})
	}
	for _, data := range []string{``, `{}`, `"ok"`, `{"ok":`} {
		_, _, good := Read([]byte(data))
		is.New(t).True(!good)
	}
}

func TestScripts(t *testing.T) {
	is := is.New(t)
	is.Equal(Then(&Chord{}, &Watch{}), `(async()=>{const a=await __bua("chord",{});await __bua("watch",{});return a})()`)
	is.Equal(Each(&Watch{}, &Chord{}, &Unmask{}),
		`(async()=>{let a=await __bua("watch",{});if(!a.startsWith('{"error"'))a=await __bua("chord",{});if(!a.startsWith('{"error"'))a=await __bua("unmask",{});return a})()`)
	is.Equal(Before(&Expect{Event: "mousedown"}, "0"), `(__bua("expect",{"event":"mousedown"}),0)`)
	is.Equal(IfThere(&Help{}), `globalThis.__bua&&__bua("help",{})`)
	is.Equal(Install("/*engine*/"), "if(!globalThis.__bua){/*engine*/\n}0")
	is.Equal(InstallPDF("/*pdf*/"), "if(!globalThis.__buaPDF){/*pdf*/\n}0")
	is.Equal(Install(string(SlotEngine)), string(AskEngine)) // what the worker's JavaScript looks for
	is.Equal(InstallPDF(string(SlotPDF)), string(AskPDF))
	is.Equal(CallAdopt, "function(root){return __bua.adopt(this,root)}")
	is.Equal(CallEnter, "function(){return __bua.enter(this)}")
	is.Equal(AskVessel(`d"1`), `__bua.vessel("d\"1")`)
	is.Equal(AskHosts(), "__bua.hosts()")
}

// FuzzAnswer reads what a page can fill with anything, as encoding/json does
// where that can.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{`{"url":"u","heard":true,"dom":3}`, `{"url":"\ud83d","link":null}`, `{"files":[{"name":"a"},7]}`, `{`, `[]`, `{"url":{"url":"u"}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = new(Give).Answer(data)
		_ = new(Extract).Answer(data)
		_, _, _ = Read(data)
		got := new(Outcome).Answer(data)
		var want map[string]json.RawMessage
		if json.Unmarshal(data, &want) != nil || strings.Contains(string(data), `\`) {
			return
		}
		var url string
		if v, ok := want["url"]; ok && json.Unmarshal(v, &url) == nil && string(v) != "null" && url != got.URL && json.Valid([]byte(got.URL)) {
			t.Fatalf("%s: got %q, want %q", data, got.URL, url)
		}
		if string(want["heard"]) == "true" != got.Heard {
			t.Fatalf("%s: heard is %v", data, got.Heard)
		}
	})
}
