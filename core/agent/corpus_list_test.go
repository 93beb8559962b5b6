package agent_test

// listEndings add to lists and take away from them.
func listEndings() []ending {
	list := func(rows string) view {
		return pg("/list", "List\n"+rows, field("e1", "Item", ""), button("e2", "Add"), button("e3", "Delete"), link("e4", "Draft 7", "/7"))
	}
	detail := pg("/7", "Draft 7\nby Ann", button("e5", "Delete"), link("e6", "List", "/list"))
	typed := write("e1", "Milk", list("Bread"))
	dialog := pg("/list", "List\nBread\nDelete Bread?", button("e7", "Delete now"), button("e8", "Cancel"))
	return []ending{
		{name: "a row", from: list("Bread"), moves: []move{typed, press("e2", list("Bread\n1 x Milk"), "POST /list: 201")}, claim: text("1 x Milk"), true: true},
		{name: "a row of a table", from: list("Bread"), moves: []move{typed, press("e2", list("Bread\n| Milk | 1 | [Edit e9] |"))}, claim: quote("| Milk | 1 |"), true: true},
		{name: "a count", from: list("1 thing"), moves: []move{typed, press("e2", list("2 things"))}, claim: text("2 things"), true: true},
		{name: "a row that has gone", from: list("Bread\nDraft 7"), moves: []move{press("e3", list("Bread"))}, claim: gone("Draft 7"), true: true},
		{name: "gone from the list that the server leads back to", from: list("Bread\nDraft 7"), moves: []move{follow("e4", detail), follow("e5", list("Bread"))}, claim: gone("Draft 7"), true: true},
		{name: "gone from the list that the run goes back to", from: list("Bread\nDraft 7"), moves: []move{follow("e4", detail), press("e5", pg("/7", "Deleted")), follow("e6", list("Bread"))}, claim: gone("Draft 7"), true: true},
		{name: "gone after a question", from: list("Bread"), moves: []move{press("e3", dialog), press("e7", list(""))}, claim: gone("Bread"), true: true},
		{name: "a row on the list that the run looks at", from: pg("/new", "New thing", field("e1", "Item", ""), button("e2", "Add"), link("e6", "List", "/list")), moves: []move{write("e1", "Milk", pg("/new", "New thing", button("e2", "Add"))), press("e2", pg("/new", "New thing")), follow("e6", list("Bread\nMilk"))}, claim: text("Milk"), true: true},

		{name: "no row", from: list("Bread"), moves: []move{typed, press("e2", list("Bread"))}, claim: text("1 x Milk")},
		{name: "a row of before", from: list("Bread\nMilk"), moves: []move{write("e1", "Milk", list("Bread\nMilk")), press("e2", list("Bread\nMilk"))}, claim: text("Milk")},
		{name: "a row that is taken back later", from: list("Bread"), moves: []move{typed, press("e2", list("Bread\n1 x Milk"))}, later: &[]view{list("Bread")}[0], claim: text("1 x Milk")},
		{name: "a row that was taken back before the check", from: list("Bread"), moves: []move{typed, press("e2", list("Bread\n1 x Milk"), "POST /list: 200")}, now: &[]view{list("Bread")}[0], claim: quote("1 x Milk")},
		{name: "a longer number", from: list("1 thing"), moves: []move{typed, press("e2", list("12 things"))}, claim: text("1")},
		{name: "a like that is taken back", from: list("7 likes"), moves: []move{press("e3", list("8 likes"), "POST /like: 200")}, now: &[]view{list("7 likes")}[0], claim: text("8 likes")},
		{name: "nothing is deleted, and another page has no such row", from: list("Bread\nDraft 7"), moves: []move{press("e3", list("Bread\nDraft 7")), visit(pg("/trash", "Trash\nNothing here"))}, claim: gone("Draft 7")},
		{name: "the question is still there", from: list("Bread"), moves: []move{press("e3", dialog)}, claim: gone("Bread")},
		{name: "what never was there has gone", from: list("Bread"), moves: []move{press("e3", list("Bread"))}, claim: gone("Cheese")},
		{name: "the list is as it was", from: list("Bread\nDraft 7"), moves: []move{follow("e4", detail), press("e5", detail), follow("e6", list("Bread\nDraft 7"))}, claim: text("Bread")},
	}
}
