package direct

import (
	"testing"

	"github.com/matryer/is"
)

// tests/hosts compares Names with the browser.
func TestNames(t *testing.T) {
	is := is.New(t)
	for host, want := range map[string]string{"bücher.example": "xn--bcher-kva.example", "Việt.example.": "xn--vit-5kz.example.", "bank。example": "bank.example", "a_b.ü--.test": "a_b.xn-----wka.test"} {
		got, ok := Names{}.ASCII(host)
		is.True(ok)
		is.Equal(got, want)
	}
	for _, host := range []string{"straẞe.example", "\ufffd.example", "xn--bücher.example", "ü.xn--", "a\u200db.example", "אa.example"} {
		_, ok := Names{}.ASCII(host)
		is.True(!ok)
	}
}

func BenchmarkNames(b *testing.B) {
	for b.Loop() {
		Names{}.ASCII("www.bücher.example")
	}
}
