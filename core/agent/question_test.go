package agent

import "testing"

// A task is a question by its words, unless it also has something changed.
func TestAsks(t *testing.T) {
	for _, row := range []struct {
		task string
		want bool
	}{
		{"What does it cost?", true},
		{"How much did I pay for the last order?", true},
		{"Find out who wrote the first comment.", true},
		{"Find the invoice of May and tell me the total.", true},
		{"Tell me what is on sale", true},
		{"Can you find the cheapest flight?", true},
		{"Was kostet das?", true},
		{"Nenne mir die offenen Rechnungen.", true},
		{"Kannst du nachsehen, wie das Wetter wird?", true},
		{"Combien coûte le livre ?", true},
		{"这本书多少钱", true},
		{"Pay the bill.", false},
		{"Add milk to the list", false},
		{"Can you add milk to the list?", false},
		{"Könntest du bitte lösche den Entwurf?", false},
		{"Is the invoice paid? If not, pay it.", false},
		{"Find the invoice of May and download it.", false},
		{"Check the newsletter box", false},
		{"Füge Milch hinzu.", false},
		{"Supprime le brouillon", false},
		{"", false},
	} {
		if got := asks(row.task); got != row.want {
			t.Errorf("%q: %t", row.task, got)
		}
	}
}
