package size_test

import (
	"testing"

	"github.com/zapvol/bua/build/size"
)

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		name string
		dims []int
		most int // combinations chosen
	}{
		{"one dimension, each value", []int{5}, 5},
		{"two dimensions, each row and each column", []int{3, 7}, 7},
		{"three", []int{2, 3, 4}, 13},
		{"four", []int{2, 3, 3, 6}, 21},
	} {
		t.Run(c.name, func(t *testing.T) {
			chosen := size.Pairs(c.dims...)
			strength := 2
			if len(c.dims) < 3 {
				strength = 1
			}
			index, n := make([]int, len(c.dims)), 0
			covered, all := map[[4]int]bool{}, map[[4]int]bool{}
			var walk func(i int)
			walk = func(i int) {
				if i < len(c.dims) {
					for index[i] = range c.dims[i] {
						walk(i + 1)
					}
					return
				}
				runs := chosen(index...)
				if runs {
					n++
				}
				for a := range index {
					for b := range index {
						if strength == 1 {
							b = a
						}
						p := [4]int{a, index[a], b, index[b]}
						all[p] = true
						if runs {
							covered[p] = true
						}
					}
				}
			}
			walk(0)
			if len(covered) != len(all) {
				t.Errorf("%d of %d are covered", len(covered), len(all))
			}
			if n == 0 || n > c.most {
				t.Errorf("%d are chosen, want at most %d", n, c.most)
			}
			if again := size.Pairs(c.dims...); again(index...) != chosen(index...) {
				t.Error("another choice the second time")
			}
		})
	}
}
