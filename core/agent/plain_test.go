package agent

import "testing"

// Words are compared, not the marks around them; what is denied is not said.
func TestSays(t *testing.T) {
	for _, row := range []struct {
		text, claim string
		want        bool
	}{
		{"**Total:** 12 €", "Total: 12 €", true},
		{"Total: 12 €", "**Total:** 12 €", true},
		{"| Tea | 2 |\n|---|---|\n| Milk | 1 |", "Tea 2", true},
		{"Tea\t2\nMilk\t1", "| Tea | 2 |", true},
		{"## Order #5", "Order #5", true},
		{"See [the order](https://a.test/5) now", "See the order now", true},
		{"- Invoice 12 [Edit e7]", "Invoice 12 Edit", true},
		{"Invoice 12 Edit", "Invoice 12 [Edit e7]", true},
		{"Ann’s list: “Milk”", `Ann's list: "Milk"`, true},
		{"Total 120", "Total 12", false},
		{"15 likes", "5 likes", false},
		{"Unsaved changes", "saved", false},
		{"The note was not saved.", "saved", false},
		{"It could not be saved.", "saved", false},
		{"Nicht gespeichert", "gespeichert", false},
		{"It isn't saved", "saved", false},
		{"Not saved at first, then saved", "saved", true},
		{"Not found", "Not found", true},
		{"已保存", "保存", true},
		{"anything", "**", false},
	} {
		if got := says(words(row.text), words(row.claim)); got != row.want {
			t.Errorf("%q says %q: %t", row.text, row.claim, got)
		}
	}
}
