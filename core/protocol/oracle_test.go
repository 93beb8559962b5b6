//go:build !tinygo

package protocol_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// The oracle is a second reader of the same types, made of encoding/json and
// reflection: it says whether a text should be read and what of it should
// remain. It shares nothing with the codec but the struct tags.
//
// encoding/json is laxer than the wire, so the oracle adds what it lacks:
// repeated names, text that is no UTF-8 and lone surrogates are refused, names
// are compared exactly, nesting is counted, and integers are read from the
// digits, whatever their spelling.

// parse reads one JSON text into maps, slices and json.Numbers.
func parse(data []byte) (tree any, ok bool) {
	if !utf8.Valid(data) || !json.Valid(data) || loneSurrogate(data) {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return value(d, 0)
}

func value(d *json.Decoder, depth int) (any, bool) {
	t, err := d.Token()
	if err != nil {
		return nil, false
	}
	switch t {
	case json.Delim('{'):
		o := map[string]any{}
		for d.More() {
			name, _ := d.Token()
			s := name.(string)
			if _, twice := o[s]; twice {
				return nil, false
			}
			v, ok := value(d, depth+1)
			if !ok {
				return nil, false
			}
			o[s] = v
		}
		_, err = d.Token()
		return o, err == nil && depth < protocol.MaxDepth
	case json.Delim('['):
		a := []any{}
		for d.More() {
			v, ok := value(d, depth+1)
			if !ok {
				return nil, false
			}
			a = append(a, v)
		}
		_, err = d.Token()
		return a, err == nil && depth < protocol.MaxDepth
	}
	return t, true
}

// loneSurrogate finds half of a pair among the escapes of valid JSON.
func loneSurrogate(data []byte) bool {
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		i++
		if data[i] != 'u' {
			continue
		}
		switch n, _ := strconv.ParseUint(string(data[i+1:i+5]), 16, 32); {
		case n >= 0xdc00 && n < 0xe000:
			return true
		case n >= 0xd800 && n < 0xdc00:
			if i+10 >= len(data) || data[i+5] != '\\' || data[i+6] != 'u' {
				return true
			}
			low, _ := strconv.ParseUint(string(data[i+7:i+11]), 16, 32)
			if low < 0xdc00 || low >= 0xe000 {
				return true
			}
			i += 6
		}
	}
	return false
}

// union is the variants by their wire names.
type union map[string]any

func unionOf[T any](all map[string]T) union {
	u := union{}
	for name, one := range all {
		u[name] = one
	}
	return u
}

func actions() union  { return unionOf(coretest.Actions()) }
func events() union   { return unionOf(coretest.Events()) }
func messages() union { return unionOf(coretest.Messages()) }
func results() union  { return unionOf(coretest.Results()) }

// of reads a member of the union.
func (u union) of(tree any) (map[string]any, bool) {
	o, _ := tree.(map[string]any)
	tag, isString := o["type"].(string)
	if !isString {
		return nil, false
	}
	variant, known := u[tag]
	if !known {
		_, isEvents := u["session_started"]
		return map[string]any{"type": tag}, isEvents
	}
	out, ok := structure(reflect.TypeOf(variant), o)
	if ok {
		out["type"] = tag
	}
	return out, ok
}

// structure keeps of an object what the struct names, if it keeps the rules.
func structure(t reflect.Type, tree any) (map[string]any, bool) {
	o, ok := tree.(map[string]any)
	if !ok {
		return nil, false
	}
	out := map[string]any{}
	ones := 0
	hasOne := false
	for i := range t.NumField() {
		f := t.Field(i)
		rules := rulesOf(f.Tag.Get("bua"))
		if f.Anonymous {
			inner, ok := structure(f.Type, o)
			if !ok || rules.has("optional") && len(inner) > 1 {
				return nil, false
			}
			if rules.has("one") {
				hasOne, ones = true, ones+len(inner)
			}
			for k, v := range inner {
				out[k] = v
			}
			continue
		}
		name, optional, _ := strings.Cut(f.Tag.Get("json"), ",")
		v, present := o[name]
		present = present && (v != nil || rules.has("null"))
		hasOne = hasOne || rules.has("one")
		other, _ := o[rules["unless"]].(string)
		must := optional == "" && !(rules.has("unless") && other != "")
		if !present {
			if must {
				return nil, false
			}
			continue
		}
		kept, zero, ok := fieldOf(f.Type, v, rules)
		if !ok {
			return nil, false
		}
		if rules.has("one") && !zero {
			ones++
		}
		if !zero || must {
			out[name] = kept
		}
	}
	return out, !hasOne || ones == 1
}

// fieldOf reads one value; zero says that writing leaves it out when it may.
func fieldOf(t reflect.Type, v any, r rules) (kept any, zero, ok bool) {
	switch {
	case t == reflect.TypeFor[jsontext.Value]():
		_, isObject := v.(map[string]any)
		return v, false, isObject || !r.has("object")
	case t == reflect.TypeFor[protocol.Action]():
		kept, ok = actions().of(v)
		return kept, false, ok
	case t == reflect.TypeFor[protocol.Event]():
		kept, ok = events().of(v)
		return kept, false, ok
	}
	switch t.Kind() {
	case reflect.String:
		s, isString := v.(string)
		if !isString || len(s) < r.number("min", 0) || len(s) > r.number("max", 1<<30) {
			return nil, false, false
		}
		if choices := choicesOf(t); choices != "" && !r.has("open") && !slices.Contains(strings.Fields(choices), s) {
			s = r["else"]
			return s, false, s != ""
		}
		return s, s == "", true
	case reflect.Int, reflect.Int64:
		limit := protocol.MaxInt
		if t.Kind() == reflect.Int64 {
			limit = protocol.MaxTime
		}
		n, isInt := wholeNumber(v)
		if !isInt || n < r.number("min", 0) || n > r.number("max", limit) {
			return nil, false, false
		}
		return json.Number(strconv.Itoa(n)), n == 0, true
	case reflect.Bool:
		b, isBool := v.(bool)
		return b, !b, isBool && (b || !r.has("true"))
	case reflect.Pointer:
		kept, ok = structure(t.Elem(), v)
		return kept, false, ok
	case reflect.Struct:
		kept, ok = structure(t, v)
		return kept, false, ok
	case reflect.Slice:
		a, isArray := v.([]any)
		if !isArray || len(a) > r.number("max", 1<<30) {
			return nil, false, false
		}
		list := []any{}
		for _, e := range a {
			k, _, ok := fieldOf(t.Elem(), e, rules{"open": ""})
			if !ok {
				return nil, false, false
			}
			list = append(list, k)
		}
		return list, len(list) == 0, true
	}
	return nil, false, false
}

// wholeNumber reads the digits with a rational: exact, and slow.
func wholeNumber(v any) (int, bool) {
	lit, isNumber := v.(json.Number)
	if !isNumber {
		return 0, false
	}
	s := strings.ToLower(string(lit))
	mantissa, exponent, _ := strings.Cut(s, "e")
	if strings.Trim(mantissa, "-0.") == "" {
		return 0, true
	}
	if e, err := strconv.Atoi(exponent); exponent != "" && (err != nil || e > 1000+len(s) || e < -1000-len(s)) {
		return 0, false // out of every range, one way or the other
	}
	rat, ok := new(big.Rat).SetString(s)
	if !ok || !rat.IsInt() || !rat.Num().IsInt64() {
		return 0, false
	}
	return int(rat.Num().Int64()), true
}

type rules map[string]string

func rulesOf(tag string) rules {
	r := rules{}
	for _, rule := range strings.Split(tag, ",") {
		name, v, _ := strings.Cut(rule, "=")
		r[name] = v
	}
	return r
}

func (r rules) has(name string) bool { _, ok := r[name]; return ok }

func (r rules) number(name string, otherwise int) int {
	v, ok := r[name]
	if !ok {
		return otherwise
	}
	if n, err := strconv.Atoi(v); err == nil {
		return n
	}
	return map[string]int{"MaxSelector": 4096, "MaxOrigins": protocol.MaxOrigins, "MaxUID": 16, "MaxURL": 2048, "MaxText": 256 << 10, "MaxExpression": 256 << 10, "MaxKey": 64,
		"MaxScroll": 100_000, "MaxWaitMS": 60_000, "MaxWaitSeconds": 60, "MaxSnapshot": 32, "MaxQuery": 256, "MaxTokens": 100_000, "MaxVersion": 64,
		"MaxPairingToken": 512, "MaxProof": 128, "MaxFeatures": 64, "MaxName": 128, "MaxID": 64, "MaxElements": 200, "MaxTools": 40,
		"MaxFrameID": 64, "MaxPrompt": 8 << 10, "MaxOptions": 100, "MaxFields": 100, "MaxPart": 960 << 10, "MaxHelpMS": 600_000, "MaxMessage": 1000, "MaxChunk": 768 << 10}[v]
}

func choicesOf(t reflect.Type) string {
	return map[reflect.Type]string{
		reflect.TypeFor[protocol.Direction]():    "up down",
		reflect.TypeFor[protocol.Code]():         codes(),
		reflect.TypeFor[protocol.ErrorOutcome](): "not_done unknown",
		reflect.TypeFor[protocol.Reason](): "refused version old_extension not_paired revoked clock replayed code_wrong code_used too_many full " +
			"no_backend not_bua impostor replaced lost asleep invalid no_proof other_server bad_invitation damaged",
		reflect.TypeFor[protocol.EndReason](): "tab_closed user_stopped system_idle screen_locked domain_blocked global_stop " +
			"extension_reload released",
		reflect.TypeFor[protocol.ObstacleType](): "auth_wall captcha access_denied",
		reflect.TypeFor[protocol.Confidence]():   "low high",
		reflect.TypeFor[protocol.Answer]():       "accept dismiss",
		reflect.TypeFor[protocol.DialogPolicy](): "must_respond auto_dismiss auto_accept",
		reflect.TypeFor[protocol.Take]():         "list wait read cancel",
		reflect.TypeFor[protocol.Level]():        "debug info warning error",
	}[t]
}

func codes() string {
	var all []string
	for _, c := range protocol.Codes() {
		all = append(all, string(c.Code))
	}
	return strings.Join(all, " ")
}
