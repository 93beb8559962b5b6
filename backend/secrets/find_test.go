package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

func named(name, value string) Secret { return Secret{Entry{Name: name}, value} }

// awkward are values with what encodings change.
var awkward = []string{
	"canary-of-a-secret", `Zq"7\<é>&+% x/ü`, "p_ss*w.rd[1]", "passwort für zürich", "пароль-и-слово", "密码是很长的秘密", "100%41%2542x", "a&amp;b&lt;c", `C:\x41\u0042\n`, "k\u00f6nigin-K", "emoji-\U0001F511-key", "123456", "=+=+==abc/+/+",
}

// forms are how a value may be written, by name.
var forms = map[string]func(string) string{
	"as it is":                   func(v string) string { return v },
	"upper case":                 strings.ToUpper,
	"percent":                    url.PathEscape,
	"plus":                       url.QueryEscape,
	"percent, lower-case digits": func(v string) string { return lowered(url.QueryEscape(v)) },
	"percent, every byte":        func(v string) string { return each([]byte(v), "%%%02x") },
	"percent twice":              func(v string) string { return url.QueryEscape(url.QueryEscape(v)) },
	"HTML":                       html.EscapeString,
	"HTML, numbers":              func(v string) string { return runes(v, "&#%d;") },
	"HTML, hex numbers":          func(v string) string { return runes(v, "&#X%x;") },
	"HTML in percent":            func(v string) string { return url.PathEscape(html.EscapeString(v)) },
	"JSON":                       quote,
	"JSON in JSON":               func(v string) string { return quote(quote(v)) },
	"JSON in percent":            func(v string) string { return url.QueryEscape(quote(v)) },
	"JavaScript, \\u":            func(v string) string { return units(v, `\u%04X`) },
	"JavaScript, \\u{}":          func(v string) string { return runes(v, `\u{%x}`) },
	"escape, %u":                 func(v string) string { return units(v, `%%u%04x`) },
	"Markdown":                   markdown,
	"hex":                        func(v string) string { return hex.EncodeToString([]byte(v)) },
	"hex, upper case":            func(v string) string { return strings.ToUpper(hex.EncodeToString([]byte(v))) },
	"base64":                     func(v string) string { return base64.StdEncoding.EncodeToString([]byte(v)) },
	"base64, one byte before":    func(v string) string { return base64.StdEncoding.EncodeToString([]byte("x" + v + "tail")) },
	"base64, two bytes before":   func(v string) string { return base64.StdEncoding.EncodeToString([]byte("xy" + v + "t")) },
	"base64, many bytes before": func(v string) string {
		return base64.RawStdEncoding.EncodeToString([]byte(`{"user":"ann","p":"` + v + `"}`))
	},
	"base64 for addresses":        func(v string) string { return base64.RawURLEncoding.EncodeToString([]byte(">?>?" + v + ">?")) },
	"base64 in percent":           func(v string) string { return url.QueryEscape(base64.StdEncoding.EncodeToString([]byte("??>" + v))) },
	"soft hyphens":                func(v string) string { return between(v, "\u00ad") },
	"zero-width spaces":           func(v string) string { return between(v, "\u200b") },
	"entities of nothing between": func(v string) string { return between(v, "&shy;") },
	"lines":                       func(v string) string { return between(v, "\n") },
	"a file's name": func(v string) string {
		return strings.NewReplacer(`"`, "_", `\`, "_", "<", "_", ">", "_", "/", "_", ":", "_").Replace(v)
	},
	"accents apart": func(v string) string {
		return strings.NewReplacer("é", "e\u0301", "ü", "u\u0308", "ö", "o\u0308").Replace(v)
	},
}

// Every form of every value is found wherever it stands, and nothing of it is left.
func TestFinder_forms(t *testing.T) {
	for form, write := range forms {
		for _, value := range awkward {
			f := NewFinder([]Secret{named("other", "quite-another-value"), named("it", value)})
			written := write(value)
			for _, around := range [][2]string{{"", ""}, {"before ", " after"}, {"ä ", " &"}, {"<", ">"}} {
				if strings.HasPrefix(form, "base64") && around[0] == "" || form == "HTML" && around[1] == " &" {
					around = [2]string{"[", "]"}
				}
				got, _ := f.Text(around[0] + written + around[1])
				if strings.HasPrefix(form, "base64") {
					if !strings.Contains(got, "[secret it]") {
						t.Errorf("%s of %q: %q", form, value, got)
					}
				} else if strings.TrimSpace(around[0])+"[secret it]"+strings.TrimSpace(around[1]) != strings.Join(strings.Fields(strings.ReplaceAll(got, "secret it", "secret\x00it")), "") &&
					got != around[0]+"[secret it]"+around[1] {
					t.Errorf("%s of %q (%q): %q", form, value, written, got)
				}
			}
		}
	}
}

func TestFinder_Latin1(t *testing.T) {
	f := NewFinder([]Secret{named("it", "schlüssel")})
	latin1 := "schl\xfcssel"
	for _, written := range []string{"schl%FCssel", "schl%fcssel", hex.EncodeToString([]byte(latin1)), base64.StdEncoding.EncodeToString([]byte(latin1))} {
		if got, _ := f.Text(written); !strings.Contains(got, "[secret it]") {
			t.Errorf("%q: %q", written, got)
		}
	}
}

func TestFinder_leavesTheRest(t *testing.T) {
	f := NewFinder([]Secret{named("a", "canary-value"), named("short", "abc12"), named("pin", "123456")})
	for text, want := range map[string]string{
		"":                                "",
		"canary-valu":                     "canary-valu",
		"abc12":                           "abc12",
		"one canary-value, two":           "one [secret a], two",
		"canary-value\ncanary-value":      "[secret a]\n[secret a]",
		"% & \\ %zz &nothing; \\q canary": "% & \\ %zz &nothing; \\q canary",
		"\xff\xfe canary-value \xff":      "\xff\xfe [secret a] \xff",
		"x=canary%2Dvalue&y=1":            "x=[secret a]&y=1",
	} {
		if got, _ := f.Text(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	if !Findable("canary") || Findable("abc12") || Findable("a b c d") {
		t.Error("what is findable")
	}
}

func TestFinder_JSON(t *testing.T) {
	f := NewFinder([]Secret{named("a", `canary"value`), named("pin", "123456")})
	for _, row := range []struct {
		data, want string
		numbers    bool
	}{
		{`{"canary\"value":[1,{"x":"a canary\u0022value"}],"n":123456}`, `{"[secret a]":[1,{"x":"a [secret a]"}],"n":123456}`, false},
		{`[123456,-123456,1234567,"123456"]`, `["[secret pin]",-123456,1234567,"[secret pin]"]`, true},
		{`123456`, `"[secret pin]"`, true},
		{`"Y2FuYXJ5InZhbHVl"`, `"[secret a]"`, false},
		{`{"a":"\\\"","b":"nothing"}`, `{"a":"\\\"","b":"nothing"}`, false},
	} {
		got, found := f.JSON([]byte(row.data), row.numbers)
		if string(got) != row.want || found != (row.data != row.want) {
			t.Errorf("%s: %s, %v", row.data, got, found)
		}
	}
}

// What comes out is JSON whatever went in, and holds no value.
func FuzzFinder_JSON(f *testing.F) {
	for _, write := range forms {
		f.Add(write(awkward[1]))
	}
	find := NewFinder([]Secret{named("a", awkward[0]), named("b", awkward[1])})
	f.Fuzz(func(t *testing.T, text string) {
		data, err := json.Marshal(map[string]any{text: []string{text, awkward[0] + text}})
		if err != nil {
			t.Skip("JSON does not take it: ", err)
		}
		got, _ := find.JSON(data, true)
		if !json.Valid(got) || bytes.Contains(got, []byte(awkward[0])) {
			t.Fatalf("%q", got)
		}
	})
}

// An answer of 1 MB and 50 secrets.
func BenchmarkFinder_JSON(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var list []Secret
	for i := range 50 {
		list = append(list, named(strconv.Itoa(i), fmt.Sprintf("pass-%d-%x", i, r.Uint64())))
	}
	words := []string{"the ", "Markdown \\_of\\_ ", "a page ", "https://a.example/x?q=a%20b&amp;c=d+e ", "für ", "\"quoted\" ", "漢字かな ", "\n\n"}
	var text strings.Builder
	for text.Len() < 1<<20 {
		text.WriteString(words[r.IntN(len(words))])
	}
	data, err := json.Marshal(map[string]string{"markdown": text.String()})
	if err != nil {
		b.Fatal(err)
	}
	f := NewFinder(list)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, found := f.JSON(data, false); found {
			b.Fatal("found")
		}
	}
}

func quote(v string) string {
	data, _ := json.Marshal(v)
	return string(data[1 : len(data)-1])
}

func each(b []byte, format string) (out string) {
	for _, c := range b {
		out += fmt.Sprintf(format, c)
	}
	return out
}

func runes(v, format string) (out string) {
	for _, r := range v {
		out += fmt.Sprintf(format, r)
	}
	return out
}

func units(v, format string) (out string) {
	for _, r := range v {
		if r > 0xFFFF {
			out += fmt.Sprintf(format, 0xD800+(r-0x10000)>>10) + fmt.Sprintf(format, 0xDC00+(r-0x10000)&0x3FF)
		} else {
			out += fmt.Sprintf(format, r)
		}
	}
	return out
}

// lowered has the hex digits of percent signs in lower case.
func lowered(v string) string {
	b := []byte(v)
	for i := range b {
		if i > 0 && b[i-1] == '%' || i > 1 && b[i-2] == '%' {
			b[i] = strings.ToLower(string(b[i]))[0]
		}
	}
	return string(b)
}

// markdown escapes what the engine's Markdown escapes.
func markdown(v string) (out string) {
	for _, r := range v {
		if strings.ContainsRune(`\*_[]<>#|~`+"`", r) {
			out += `\`
		}
		out += string(r)
	}
	return out
}

func between(v, with string) (out string) {
	for _, r := range v {
		out += string(r) + with
	}
	return strings.TrimSuffix(out, with)
}
