package doctor

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/core/category"
	core "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/session"
)

// values is what an organisation sets for bua itself in one file.
type values map[string]json.RawMessage

// value says what is good under a key. The extension is told of no key that it does not
// know and of no value of another type: the browser drops them without a word.
type value struct {
	kind kind // as managed.json has it
	// of are the words that there are, bad says what is wrong with a number or a row;
	// without both all is good.
	of  []string
	bad func(string) error
	// so is what follows from what is not understood, and write what to write instead;
	// it can be left out with of.
	so, write string
	// closes says that no agent can work then.
	closes bool
}

// kind is the type of a value.
type kind string

const (
	number kind = "a number"
	word   kind = "a text"
	words  kind = "a list of texts"
)

const (
	holds   = "so the last good one holds; the extension's options show which"
	refuses = "so it refuses"
)

// managed has each key that there is.
var managed = map[string]value{
	session.KeyManagedSchema: {kind: number},
	"serverUrl":              {kind: word},
	"enrolment":              {kind: word},
	session.KeyBlocklist: {kind: words, closes: true, so: "so nothing is allowed", write: "it as example.com, =www.example.com, *.example.com or *",
		bad: func(row string) error {
			if strings.TrimSpace(row) == "" {
				return nil
			}
			_, err := session.ParseRule(direct.Names{}, row)
			return err
		}},
	session.KeyProfile: {kind: word, of: []string{"strict", "default"}, so: "so it is strict"},
	session.KeyGrants: {kind: words, so: "which grants nothing", write: "it as https://a.example read act",
		bad: func(row string) error { _, err := session.ParseGrant(row); return err }},
	session.KeyCategories:     {kind: words, of: category.Names(), so: "so all are blocked"},
	session.KeyDenied:         {kind: words, of: []string{"script", "upload", "download", "tools"}, so: "so the last good list holds, else all four are off"},
	session.KeyPrivateNetwork: {kind: word, of: []string{"refuse", "allow"}, so: holds},
	"localAgent":              {kind: word, of: []string{"refuse", "allow"}, so: refuses},
	"agentOwnKeys":            {kind: word, of: []string{"refuse", "allow"}, so: refuses},
	"agentModels": {kind: words, so: "which allows nothing", write: "it as provider/model, provider/* or llm/model https://llm.example.com/v1",
		bad: func(row string) error { _, err := core.ParseAllowed(row, model.Presets()); return err }},
	session.KeyConsentMode:  {kind: word, of: []string{"off", "ask", "per-origin"}, so: holds},
	session.KeyDialogPolicy: {kind: word, of: []string{"must_respond", "auto_dismiss", "auto_accept"}, so: holds},
	session.KeyDialogTimeout: {kind: number, so: holds, write: "seconds, from 5 to 86400", bad: func(digits string) error {
		if n, err := strconv.Atoi(digits); err != nil || n < 5 || n > 86400 {
			return errors.New("out of range")
		}
		return nil
	}},
}

// good reports whether a text, a number or a row is understood.
func (v value) good(one string) bool {
	if v.of != nil {
		return slices.Contains(v.of, one)
	}
	return v.bad == nil || v.bad(one) == nil
}

// look looks at each of them.
func (v values) look(file string) (list []Finding) {
	const check = "policy"
	if v[session.KeyManagedSchema] == nil {
		list = append(list, note(check, file+" sets bua's values without schemaVersion", "add schemaVersion 1: a value that the browser drops for a mistake then keeps its last good copy"))
	}
	if (v["serverUrl"] == nil) != (v["enrolment"] == nil) {
		list = append(list, note(check, file+" has only one of serverUrl and enrolment, which pairs no browser", "ask the administrator to set both"))
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		if good, known := managed[key]; known {
			list = append(list, good.look(file, key, v[key])...)
		} else {
			list = append(list, note(check, file+" sets "+strconv.Quote(key)+", which there is not, so the browser drops it", "ask the administrator to write one of "+strings.Join(slices.Sorted(maps.Keys(managed)), ", ")))
		}
	}
	return list
}

// look looks at what stands under a key.
func (v value) look(file, key string, data json.RawMessage) (list []Finding) {
	rows, is := v.rows(data)
	if !is {
		return []Finding{note("policy", file+" has a "+key+" of another type, so the browser drops it: the last good one holds, or none", "ask the administrator to make it "+string(v.kind))}
	}
	for i, row := range rows {
		if v.good(row) {
			continue
		}
		what := "a " + key
		if v.kind == words {
			what = "a row of " + key + " (number " + strconv.Itoa(i+1) + ")"
		}
		f := note("policy", file+" has "+what+" that is not understood, "+v.so, "ask the administrator to write "+cmp.Or(v.write, strings.Join(v.of, ", ")))
		if v.closes {
			f.State = Wrong
		}
		list = append(list, f)
	}
	return list
}

// rows are the texts that stand there, when they are of the type.
func (v value) rows(data json.RawMessage) (rows []string, is bool) {
	if string(data) == "null" {
		return nil, false
	}
	switch v.kind {
	case number:
		var n int
		err := json.Unmarshal(data, &n)
		return []string{strconv.Itoa(n)}, err == nil
	case word:
		var one string
		err := json.Unmarshal(data, &one)
		return []string{one}, err == nil
	}
	var list []*string // a null is no text
	if json.Unmarshal(data, &list) != nil || slices.Contains(list, nil) {
		return nil, false
	}
	for _, row := range list {
		rows = append(rows, *row)
	}
	return rows, true
}
