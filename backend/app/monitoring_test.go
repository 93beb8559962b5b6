package app

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/prometheus/client_golang/prometheus"
)

var (
	described = regexp.MustCompile(`fqName: "([^"]+)".*variableLabels: \{([^}]*)\}`)
	series    = regexp.MustCompile(`\b((?:bua|process|go)_[a-z_]+)(?:\{([^}]*)\})?`)
	matcher   = regexp.MustCompile(`([a-z_]+)\s*(?:=~|!~|!=|=)\s*"`)
	grouped   = regexp.MustCompile(`\bby \(([^)]*)\)`)
	recorded  = regexp.MustCompile(`bua:[a-z0-9_:]+`)
)

// figuresOf are the figures of a backend, with their labels.
func figuresOf(t *testing.T) map[string][]string {
	t.Helper()
	m := startWith(t, Options{Private: true})
	set := map[string][]string{}
	all := make(chan *prometheus.Desc)
	go func() {
		m.metrics.registry.Describe(all)
		close(all)
	}()
	for d := range all {
		found := described.FindStringSubmatch(d.String())
		if found == nil {
			t.Fatal("a description that is not understood: ", d)
		}
		set[found[1]] = strings.FieldsFunc(found[2], func(r rune) bool { return r == ',' })
	}
	return set
}

// expressions are those of the rules and of the dashboard that a release has.
func expressions(t *testing.T) (rules, panels []string) {
	t.Helper()
	text, err := os.ReadFile("../../build/release/files/monitoring/bua.rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if _, e, found := strings.Cut(line, "expr: "); found {
			rules = append(rules, strings.TrimSpace(e))
		}
	}
	text, err = os.ReadFile("../../build/release/files/monitoring/bua.dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	for _, p := range board.Panels {
		for _, x := range p.Targets {
			panels = append(panels, x.Expr)
		}
	}
	return rules, panels
}

// What the rules and the dashboard ask for is what the backend exports, with
// those labels: a name that is not there is an alarm that never comes.
func TestMonitoring_AsksForWhatIsThere(t *testing.T) {
	is := is.New(t)
	there := figuresOf(t)
	rules, panels := expressions(t)
	is.True(len(rules) > 8 && len(panels) > 20)
	used := map[string]bool{}
	for _, e := range slices.Concat(rules, panels) {
		labels := []string{"job", "instance", "le"} // of Prometheus itself
		for _, found := range series.FindAllStringSubmatch(e, -1) {
			name := found[1]
			for _, suffix := range []string{"", "_bucket", "_sum", "_count"} {
				if base, cut := strings.CutSuffix(name, suffix); cut && there[base] != nil {
					name = base
				}
			}
			own, known := there[name]
			if !known {
				t.Errorf("no backend exports %s, in %s", found[1], e)
				continue
			}
			used[name] = true
			labels = append(labels, own...)
			for _, label := range matcher.FindAllStringSubmatch(found[2], -1) {
				if !slices.Contains(append([]string{"job", "instance"}, own...), label[1]) {
					t.Errorf("%s has no label %q, in %s", name, label[1], e)
				}
			}
		}
		for _, group := range grouped.FindAllStringSubmatch(e, -1) {
			for label := range strings.SplitSeq(group[1], ",") {
				if !slices.Contains(labels, strings.TrimSpace(label)) {
					t.Errorf("nothing has the label %q, in %s", strings.TrimSpace(label), e)
				}
			}
		}
	}
	for name := range there {
		if strings.HasPrefix(name, "bua_") && !used[name] {
			t.Errorf("%s is in no rule and on no panel: nobody would see it", name)
		}
	}
}

// A rule that is built on another's record names one that is made.
func TestMonitoring_RecordsThatAreUsedAreMade(t *testing.T) {
	is := is.New(t)
	text, err := os.ReadFile("../../build/release/files/monitoring/bua.rules.yaml")
	is.NoErr(err)
	rules, panels := expressions(t)
	made := strings.Join(regexp.MustCompile(`record: (\S+)`).FindAllString(string(text), -1), " ")
	uses := 0
	for _, e := range slices.Concat(rules, panels) {
		for _, name := range recorded.FindAllString(e, -1) {
			uses++
			is.True(strings.Contains(made, "record: "+name)) // name
		}
	}
	is.True(uses > 0)
}
