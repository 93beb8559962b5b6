package debugger

import (
	"testing"

	"github.com/matryer/is"
)

// TestQuad: what lies where in a box, and back; behind a perspective that cannot be told.
func TestQuad(t *testing.T) {
	const k = 1000
	for _, row := range []struct {
		name   string
		box    quad
		x, y   int64 // of an inner 100 by 50
		ax, ay int64
		ok     bool
	}{
		{"as it is", quad{0, 0, 100 * k, 0, 100 * k, 50 * k, 0, 50 * k}, 30 * k, 20 * k, 30 * k, 20 * k, true},
		{"moved", quad{10 * k, 5 * k, 110 * k, 5 * k, 110 * k, 55 * k, 10 * k, 55 * k}, 30 * k, 20 * k, 40 * k, 25 * k, true},
		{"half as large", quad{0, 0, 50 * k, 0, 50 * k, 25 * k, 0, 25 * k}, 30 * k, 20 * k, 15 * k, 10 * k, true},
		{"turned by a quarter", quad{0, 0, 0, 100 * k, -50 * k, 100 * k, -50 * k, 0}, 30 * k, 20 * k, -20 * k, 30 * k, true},
		{"with nothing in it", quad{}, 0, 0, 0, 0, false},
		{"in perspective", quad{0, 0, 100 * k, 0, 80 * k, 50 * k, 20 * k, 50 * k}, 0, 0, 0, 0, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			x, y, ok := row.box.inside(row.ax, row.ay, 100, 50)
			is.Equal(ok, row.ok)
			if ok {
				is.Equal([]int64{x, y}, []int64{row.x, row.y})
			}
			x, y = row.box.at(row.x, row.y, 100, 50)
			is.Equal([]int64{x, y}, []int64{row.ax, row.ay})
		})
	}
}

func TestMilli(t *testing.T) {
	is := is.New(t)
	for text, n := range map[string]int64{"0": 0, "1": 1000, "1.5": 1500, "-0.25": -250, "12.34567": 12345, "-3": -3000} {
		is.Equal(milli(text), n)
		is.Equal(milli(decimal(n)), n)
	}
}
