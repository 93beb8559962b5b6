package debugger_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/protocol"
)

func (b *bench) evaluate(expression string) protocol.EvaluateResult {
	b.t.Helper()
	res, err := b.run(protocol.Evaluate{Expression: expression})
	b.NoErr(err)
	return res.(protocol.EvaluateResult)
}

func TestEvaluate(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":    html(`<p id=p>x</p><script>JSON.stringify=()=>"lie";Object.prototype.toString=()=>"lie";Array.prototype.toJSON=()=>1</script>`),
		"/two": html("two"),
	})
	b.goTo("/")
	for _, row := range []struct{ expression, typ, value, description string }{
		{"return 1+1", "number", "2", ""},
		{"return 'a\"b'", "string", `"a\"b"`, ""},
		{"return true", "boolean", "true", ""},
		{"return null", "object", "null", ""},
		{"document.title", "undefined", "", ""},
		{"return undefined", "undefined", "", ""},
		{"return {a:1,b:[1,{c:'x'}]}", "object", `{"a":1,"b":[1,{"c":"x"}]}`, ""},
		{"return [1,2]", "object", "[1,2]", ""},
		{"return Promise.resolve([3])", "object", "[3]", ""},
		{"const r = await Promise.resolve(4); return r // a comment", "number", "4", ""},
		{"return p", "object", "", "p#p"},
		{"return function f(){}", "function", "", "function f(){}"},
		{"return new Map([[1,2]])", "object", "", "Map(1)"},
		{"return Symbol('s')", "symbol", "", "Symbol(s)"},
		{"return 12n", "bigint", "", "12n"},
		{"return NaN", "number", "", "NaN"},
		{"return /x/g", "object", "", "/x/g"},
		{"const a={};a.a=a;return a", "object", "", "Object"},
		{"return '\\ud83d.'", "string", "\"\ufffd.\"", ""},
		{"return '\\u0000:x'", "string", `"\u0000:x"`, ""},
	} {
		t.Run(row.expression, func(t *testing.T) {
			got := b.evaluate(row.expression)
			b.Equal(got.Type, row.typ)
			b.Equal(string(got.Value), row.value)
			b.Equal(got.Description, row.description)
			b.True(!got.Truncated)
		})
	}
}

func TestEvaluate_Large(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html("")})
	b.goTo("/")
	for _, row := range []struct{ name, expression, head, tail string }{
		{"a long string", "return 'x'.repeat(100000)", `"xxx`, "xxx…[truncated 91810 chars]"},
		{"a string just over", "return 'x'.repeat(8191)", `"xxx`, "…[truncated 1 chars]"},
		{"a long array", "return Array(5000).fill(7)", "[7,7,", "…[truncated 1809 chars]"},
		{"characters of several bytes", "return 'ü'.repeat(8192)", `"üüü`, "ü…[truncated 4098 chars]"},
		{"a deep object", "let o=1;for(let i=0;i<40;i++)o=[o];return o", "[[[[", "]]]]…[truncated 0 chars]"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := b.evaluate(row.expression)
			b.True(got.Truncated)
			b.Equal(len(got.Value), 0)
			b.True(strings.HasPrefix(got.Preview, row.head))
			if !strings.HasSuffix(got.Preview, row.tail) {
				t.Error(got.Preview[len(got.Preview)-60:])
			}
			b.True(len(got.Preview) < protocol.MaxValue+64)
		})
	}
	b.True(!b.evaluate("return 'x'.repeat(8190)").Truncated)
}

func TestEvaluate_Failures(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(""), "/two": html("two")})
	b.goTo("/")
	for _, row := range []struct{ expression, says string }{
		{"throw new TypeError('bad thing')", "TypeError: bad thing"},
		{"throw 'plain'", "plain"},
		{"syntax error", "SyntaxError"},
		{"return Promise.reject(new Error('later'))", "Error: later"},
		{"return nothing.there", "ReferenceError"},
	} {
		t.Run(row.expression, func(t *testing.T) {
			msg := b.refused(protocol.Evaluate{Expression: row.expression}, protocol.CodeInvalidAction)
			b.True(strings.Contains(msg, row.says))
			b.True(!strings.Contains(msg, "    at "))
		})
	}
	fx := b.evaluate("location.href='/two'").Effects
	b.Equal(fx.Navigated.URL, b.url+"/two")
	fx = b.evaluate("location.href='/'; return new Promise(()=>{})").Effects
	b.Equal(fx.Navigated.URL, b.url+"/")
}

func TestEvaluate_Dialogs(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html("")})
	b.goTo("/")
	b.Equal(string(b.evaluate("let n=0;for(let i=0;i<20;i++){alert(i);n++}return n").Value), "20")
	b.Equal(string(b.evaluate("return confirm('sure?')").Value), "false")
	b.Equal(string(b.evaluate("return prompt('name?')").Value), "null")
}

func TestEvaluate_Endless(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the limit of 10 s twice")
	}
	b := newBench(t, map[string]http.HandlerFunc{"/": html("")})
	b.goTo("/")
	for _, expression := range []string{"for(;;);", "return new Promise(()=>{})", "await 1; for(;;);"} {
		t.Run(expression, func(t *testing.T) {
			if strings.HasPrefix(expression, "await") {
				size.LeaveToAll(t, size.Trial) // each loop keeps a processor busy to the limit
			}
			start := time.Now()
			b.refused(protocol.Evaluate{Expression: expression}, protocol.CodeTimeout)
			took := time.Since(start)
			t.Log(took)
			b.True(took > 9*time.Second && took < 15*time.Second)
			b.Equal(string(b.evaluate("return 1").Value), "1") // the tab works on
		})
	}
}
