package size

import "fmt"

// Pairs chooses combinations of values, of which dimension i has dims[i]. With two
// dimensions each value is in one of them, with more each pair of values of two
// dimensions. The choice is always the same.
func Pairs(dims ...int) func(index ...int) bool {
	strength := min(2, max(1, len(dims)-1))
	missing := map[cover]bool{}
	all := combinations(dims)
	for _, c := range all {
		for _, p := range covers(c, strength) {
			missing[p] = true
		}
	}
	chosen, times := map[string]bool{}, map[[2]int]int{}
	for len(missing) > 0 {
		best, most := all[0], 0
		for _, c := range all {
			n := 0 // what it covers first of all, then how seldom its values were chosen
			for _, p := range covers(c, strength) {
				if missing[p] {
					n += len(all) * len(dims)
				}
			}
			for i, v := range c {
				n -= times[[2]int{i, v}]
			}
			if n > most {
				best, most = c, n
			}
		}
		chosen[key(best)] = true
		for i, v := range best {
			times[[2]int{i, v}]++
		}
		for _, p := range covers(best, strength) {
			delete(missing, p)
		}
	}
	return func(index ...int) bool { return chosen[key(index)] }
}

// cover is a value of one dimension, or with another dimension a pair of values.
type cover struct{ dim, value, dim2, value2 int }

// covers are what a combination has.
func covers(c []int, strength int) (list []cover) {
	for i, v := range c {
		if strength == 1 {
			list = append(list, cover{i, v, -1, 0})
			continue
		}
		for j := i + 1; j < len(c); j++ {
			list = append(list, cover{i, v, j, c[j]})
		}
	}
	return list
}

// combinations are all there are, in order.
func combinations(dims []int) [][]int {
	all := [][]int{nil}
	for _, n := range dims {
		var longer [][]int
		for _, c := range all {
			for v := range n {
				longer = append(longer, append(append([]int{}, c...), v))
			}
		}
		all = longer
	}
	return all
}

func key(index []int) string { return fmt.Sprint(index) }
