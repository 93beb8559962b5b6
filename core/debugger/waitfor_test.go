package debugger

import "testing"

// TestHasPart says when an address has a part.
func TestHasPart(t *testing.T) {
	for _, row := range []struct {
		address, part string
		want          bool
	}{
		{"https://a.example/orders/7?x=1", "/orders/", true},
		{"https://a.example/orders/7?x=1", "/orders/*x=1", true},
		{"https://a.example/orders/7?x=1", "x=1*/orders/", false},
		{"https://a.example/orders/7?x=1", "*", true},
		{"https://a.example/orders/7?x=1", "/Orders/", false},
		{"", "a", false},
	} {
		if got := hasPart(row.address, row.part); got != row.want {
			t.Errorf("%q has the part %q: %t", row.address, row.part, got)
		}
	}
}
