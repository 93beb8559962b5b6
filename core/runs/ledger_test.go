package runs

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestDateOf(t *testing.T) {
	is := is.New(t)
	is.Equal(dateOf(time.Date(2026, 1, 5, 23, 59, 0, 0, time.FixedZone("", 3600))), "2026-01-05")
	is.Equal(dateOf(time.Date(2031, 12, 31, 0, 0, 0, 0, time.UTC)), "2031-12-31")
}

func TestDollars(t *testing.T) {
	for millionths, want := range map[int64]string{0: "0.00", 4999: "0.00", 5000: "0.01", 1_500_000: "1.50", 20_000_000: "20.00", 999_995_000: "1000.00"} {
		is.New(t).Equal(dollars(millionths), want)
	}
}

func TestDay(t *testing.T) {
	is := is.New(t)
	day := map[string]int64{"openai/gpt-5": 12, `own/a "b"`: 9_000_000_000}
	data := appendDay(nil, day)
	is.Equal(string(data), `{"openai/gpt-5":12,"own/a \"b\"":9000000000}`)
	got, ok := readDay(data)
	is.True(ok)
	is.Equal(got, day)
	for _, bad := range []string{``, `[]`, `{"a":"b"}`, `{"a":1.5}`, `{"a":1`} {
		_, ok := readDay([]byte(bad))
		is.True(!ok) // what is no day
	}
}
