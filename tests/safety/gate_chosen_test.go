package safety_test

import (
	"slices"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestChoice: without a browser, what the default suite tries of the attacks leaves
// out no class, no place and no means, and no host of any of them.
func TestChoice(t *testing.T) {
	list := attacks()
	chosen := choose(list, attack.pairs)
	t.Run("each class, and each pair of its judge and a place or a means, is tried", func(t *testing.T) {
		had := map[string]bool{}
		for _, n := range chosen {
			brings := false
			for _, pair := range list[n].pairs() {
				brings = brings || !had[pair]
				had[pair] = true
			}
			if !brings {
				t.Errorf("%s is tried for nothing", list[n].name)
			}
		}
		for _, a := range list {
			for _, pair := range a.pairs() {
				if !had[pair] {
					t.Errorf("%s is not tried: %s", pair, a.name)
				}
			}
		}
	})
	t.Run("by an attack that finds something, where there is one", func(t *testing.T) {
		for _, n := range chosen {
			if kept(list[n].name) == "" {
				continue
			}
			alone := slices.ContainsFunc(list[n].pairs(), func(pair string) bool {
				return !slices.ContainsFunc(list, func(a attack) bool { return kept(a.name) == "" && slices.Contains(a.pairs(), pair) })
			})
			if !alone {
				t.Errorf("%s finds nothing, others that have its pairs do", list[n].name)
			}
		}
	})
	t.Run("each class and each place on both hosts", func(t *testing.T) {
		on, times := share(list, chosen), map[string]int{}
		has := map[string]map[e2e.Host]bool{}
		for _, n := range chosen {
			for _, trait := range list[n].apart() {
				if has[trait] == nil {
					has[trait] = map[e2e.Host]bool{}
				}
				has[trait][on[n]] = true
				times[trait]++
			}
		}
		for trait, times := range times {
			if times > 1 && len(has[trait]) < len(hosts) {
				t.Errorf("%s is tried %d times on one host", trait, times)
			}
		}
	})
	t.Run("each place is one of some attack's", func(t *testing.T) {
		for _, m := range slices.Concat(places, means) {
			if !slices.ContainsFunc(list, m.of) {
				t.Errorf("no attack has its documents %s", m.name)
			}
		}
	})
}

// TestChoice_Greedy has attacks of its own.
func TestChoice_Greedy(t *testing.T) {
	list := []attack{
		{name: "one", class: "reads", top: `<iframe src="{in}"></iframe>`},
		{name: "the same", class: "reads", top: `<iframe src="{in}"></iframe>`},
		{name: "more", class: "reads", top: `<iframe src="{in}"></iframe>`, in: `<iframe srcdoc="x"></iframe>`},
		{name: "another class", class: "keys", top: `<iframe src="{in}"></iframe>`},
		{name: "stolen at focus: type", class: "keys", top: `<iframe src="{in}"></iframe><iframe src="{near}"></iframe>`},
	}
	is := is.New(t)
	chosen := choose(list, attack.pairs)
	is.Equal(chosen, []int{2, 3, 4})                                                             // the one that has more stands for both, and what another rule keeps comes last
	is.Equal(share(list, chosen), map[int]e2e.Host{2: e2e.Worker, 3: e2e.Direct, 4: e2e.Worker}) // the class on both
	is.Equal(choose(list, attack.apart), []int{2, 3, 4})
}
