package tools_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

func names(list []chat.Tool) (all []string) {
	for _, t := range list {
		all = append(all, t.Name)
	}
	return all
}

func TestList(t *testing.T) {
	sizes := map[tools.Tier]int{}
	for _, tier := range []tools.Tier{tools.Compact, tools.Mid, tools.Full} {
		t.Run(string(tier), func(t *testing.T) {
			is := is.New(t)
			list := tools.List(tier, false)
			for _, x := range list {
				is.True(protocol.Kind(x.Name).Can() != "") // an action's name
				is.True(x.Description != "")
				fault, _ := scan.Check([]byte(x.Schema), 16)
				is.Equal(fault, scan.Fine)
				is.True(strings.HasPrefix(x.Schema, `{"type":"object","properties":{`))
				is.True(!strings.Contains(x.Schema, "additionalProperties"))
				for _, inside := range []string{`"origins"`, `"anyField"`, `"hide"`} {
					is.True(!strings.Contains(x.Schema, inside)) // for the backend alone to set
				}
				sizes[tier] += budget.Tokens(x.Name + x.Description + x.Schema)
			}
			for _, x := range tools.List(tier, true) {
				is.True(protocol.Kind(x.Name).InReading() || x.Name == "help")
				is.True(x.Name != "click" || !strings.Contains(x.Schema, "button")) // nor any other of its ways
			}
			t.Log(len(list), "tools,", sizes[tier], "tokens")
		})
	}
	is := is.New(t)
	is.Equal(len(tools.List(tools.Full, false)), len(protocol.Kinds()))
	is.Equal(names(tools.List("", false)), names(tools.List(tools.Full, false)))
	is.True(len(tools.List(tools.Compact, false)) == 12)
	is.True(sizes[tools.Compact]*3 < sizes[tools.Full])
	is.True(sizes[tools.Compact] < sizes[tools.Mid] && sizes[tools.Mid] < sizes[tools.Full])
}

// Each member that a tier names is one of the action's, so a word that is spelled
// wrong is found here.
func TestList_Members(t *testing.T) {
	for _, row := range []struct {
		tier       tools.Tier
		tool, want string
	}{
		{tools.Compact, "click", `{"type":"object","properties":{"uid":{"type":"string","description":"Such as e7."}},"required":["uid"]}`},
		{tools.Compact, "back", `{"type":"object","properties":{}}`},
		{tools.Mid, "wait_for", `"seconds":`},
		{tools.Mid, "type", `"secret":`},
		{tools.Full, "click", `"frameId":`},
		{tools.Full, "extract", `Limits the reading`},
		{tools.Full, "close_tab", `The tab to close.`},
	} {
		found := false
		for _, x := range tools.List(row.tier, false) {
			found = found || x.Name == row.tool && strings.Contains(x.Schema, row.want)
		}
		if !found {
			t.Errorf("%s in %s has no %s", row.tool, row.tier, row.want)
		}
	}
	if faults := tools.Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}

func TestPick(t *testing.T) {
	is := is.New(t)
	is.Equal(tools.Pick(8<<10, true), tools.Compact)
	is.Equal(tools.Pick(0, true), tools.Compact)
	is.Equal(tools.Pick(64<<10, true), tools.Mid)
	is.Equal(tools.Pick(16<<10, false), tools.Compact)
	is.Equal(tools.Pick(32<<10, false), tools.Mid)
	is.Equal(tools.Pick(128<<10, false), tools.Mid)
	is.Equal(tools.Pick(0, false), tools.Mid)
}

func TestStray(t *testing.T) {
	for _, row := range []struct{ tool, args, want string }{
		{"click", `{"uid":"e1"}`, ""},
		{"click", `{}`, ""},
		{"click", `{"uid":"e1","force":true}`, "force"},
		{"click", `{"uid":"e1","force":null}`, ""}, // null is absence
		{"click", `{"UID":"e1"}`, "UID"},
		{"press_key", `{"key":"Enter","uid":"e1"}`, "uid"},
		{"type", `{"uid":"e1","text":"x","origins":["https://a.test"]}`, "origins"},
		{"fill_form", `{"fields":[{"uid":"e1","value":"x"},{"uid":"e2","text":"y"}]}`, "fields.text"},
		{"fill_form", `{"fields":[{"uid":"e1","value":"x","origins":[]}]}`, "fields.origins"},
		{"fill_form", `{"fields":"x"}`, ""},
		{"drag", `{"uid":"e1","to":{"uid":"e2","x":5}}`, "to.x"},
		{"select_option", `{"uid":"e1","options":["a"]}`, ""},
		{"get_tabs", `{"all":true}`, "all"},
	} {
		t.Run(row.tool+" "+row.args, func(t *testing.T) {
			is := is.New(t)
			schema := tools.Schema(row.tool)
			is.True(schema != "")
			got, known := tools.Stray(schema, []byte(row.args))
			is.Equal(got, row.want)
			is.True(row.want == "" || row.tool == "get_tabs" || known != "")
		})
	}
	is.New(t).Equal(tools.Schema("nonsense"), "")
}
