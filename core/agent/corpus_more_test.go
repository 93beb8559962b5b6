package agent_test

import "github.com/zapvol/bua/core/protocol"

func tabs(id int) []protocol.Tab { return []protocol.Tab{{TabID: id, URL: site + "/report"}} }

// fadingEndings have messages that do not stay.
func fadingEndings() []ending {
	note := pg("/note", "Note", field("e1", "Note", ""), button("e2", "Save"), button("e3", "Close"))
	note.Elements = append(note.Elements, thing{UID: "e4", Role: "tab", Name: "History"}, thing{UID: "e5", Role: "button", Name: "Details", State: []string{"collapsed"}})
	with := func(text string) view { return pg("/note", "Note\n"+text, note.Elements...) }
	filled := pg("/note", "Note", append([]thing{field("e1", "Note", "Milk")}, note.Elements[1:]...)...)
	typed := write("e1", "Milk", filled)
	flows := func(text string) view {
		return pg("/flows", "Flows\nHeating\nCooling and light\nHelp"+text, button("e2", "Deploy"))
	}
	tray := pg("/flows", "Edit flow\nName", button("e2", "Deploy"))
	announces := func(v view, text string) view { v.Effects = &effects{Announced: text}; return v }
	return []ending{
		{name: "a toast that is announced and fades", from: note, moves: []move{says(press("e2", note, "POST /note: 200"), "Note saved")}, claim: text("Note saved"), true: true},
		{name: "a toast that was read and fades", from: note, moves: []move{press("e2", with("Note saved"), "POST /note: 200")}, now: &note, claim: quote("Note saved"), true: true},
		{name: "a toast on a full page that was read and fades", from: flows(""), moves: []move{press("e2", flows("\nDeployed with success"), "POST /flows: 200")}, now: &[]view{flows("")}[0], claim: quote("Deployed with success"), true: true},
		{name: "a toast that fades between the readings", from: note, moves: []move{says(press("e2", with("Note saved")), "Note saved")}, later: &note, claim: text("Note saved"), true: true},
		{name: "a dialog that is closed", from: note, moves: []move{press("e2", with("Note 5 saved")), press("e3", with("Note 5 saved"))}, claim: text("Note 5 saved"), true: true},
		{name: "a message that comes late", from: note, moves: []move{blindly(press("e2", with("Saving")))}, later: &[]view{with("Note saved")}[0], claim: text("Note saved"), true: true},

		{name: "a toast over what a tray had covered", from: flows("\nCatalogue of nodes"), moves: []move{press("e9", tray), press("e2", pg("/flows", tray.Text+"\nDeployed with success", tray.Elements...), "POST /flows: 200")}, now: &[]view{flows("\nCatalogue of nodes")}[0], claim: quote("Deployed with success"), true: true},
		{name: "a message, and then the page goes on to another", from: note, moves: []move{says(press("e2", announces(with("Note saved"), "Note saved")), "Saving")}, now: &[]view{announces(pg("/notes", "All notes"), "Loading")}[0], claim: text("Note saved"), true: true},

		{name: "announced, and then another part is shown", from: note, moves: []move{says(press("e2", note), "Note saved"), press("e4", with("History of changes"))}, claim: text("Note saved"), true: true},
		{name: "another part that was to be shown", task: "Show the history.", from: note, moves: []move{press("e4", with("History of changes"))}, claim: text("History of changes"), true: true},

		{name: "nothing happens, and another part of the page", from: note, moves: []move{typed, press("e2", filled), press("e4", with("History of changes"))}, claim: text("History of changes")},
		{name: "nothing happens, and the details", from: note, moves: []move{press("e2", note), press("e5", with("Size: 2 KB"))}, claim: text("Size: 2 KB")},
		{name: "nothing happens, and another part and back", from: note, moves: []move{typed, press("e2", filled), press("e4", with("History of changes")), press("e5", filled)}, claim: value("Note", "Milk")},
		{name: "a toast that was wrong", from: note, moves: []move{says(press("e2", note, "POST /note: 503"), "Note saved")}, claim: text("Note saved")},
		{name: "a toast that another one takes back", from: note, moves: []move{says(press("e2", note), "Note saved"), says(press("e3", note), "The note could not be stored")}, claim: text("Note saved")},
		{name: "a message, and another one while it is looked at", from: note, moves: []move{says(press("e2", note), "Note saved")}, now: &[]view{announces(note, "The note could not be stored")}[0], claim: text("Note saved")},
		{name: "a toast over what a tray had covered, and then an error", from: flows("\nCatalogue of nodes"), moves: []move{press("e9", tray), press("e2", pg("/flows", tray.Text+"\nDeployed with success", tray.Elements...), "POST /flows: 200")}, now: &[]view{flows("\nCatalogue of nodes\nLost")}[0], claim: quote("Deployed with success")},
		{name: "the answer to a press after which a message came and went", from: flows("\nDeploy"), moves: []move{press("e2", flows("\nError 17"), "POST /flows: 200")}, now: &[]view{flows("\nDeploy")}[0], claim: quote("sent POST /flows: 200")},
		{name: "a state that is taken back", from: flows("\nState: draft"), moves: []move{press("e2", flows("\nState: published"), "POST /flows: 200")}, now: &[]view{flows("\nState: draft")}[0], claim: text("published")},
		{name: "a button that goes back", from: pg("/ann", "Ann\nFollow", button("e2", "Follow")), moves: []move{press("e2", pg("/ann", "Ann\nFollowing", button("e2", "Following")), "POST /follow: 200")}, now: &[]view{pg("/ann", "Ann\nFollow", button("e2", "Follow"))}[0], claim: text("Following")},
		{name: "a message that was replaced", from: note, moves: []move{press("e2", with("Note saved"), "POST /note: 200")}, now: &[]view{with("Your session is over")}[0], claim: text("Note saved")},
		{name: "a message that nobody confirms", from: note, moves: []move{press("e2", with("Note saved"))}, now: &note, claim: text("Note saved")},
		{name: "a message of an earlier act", from: with("Note saved"), moves: []move{press("e2", with("Note saved"))}, claim: text("Note saved")},
	}
}

// partialEndings are read in part, or too long to be read as a whole.
func partialEndings() []ending {
	long := func(text string) view {
		p := pg("/log", "Log\n"+text, field("e1", "Entry", ""), button("e2", "Save"), link("e7", "Next", "/log/2"))
		p.Truncated = "text is cut, 20 KB more"
		return p
	}
	many := func(text string) view {
		p := pg("/log", "Log\n"+text, button("e2", "Save"), button("e3", "Undo"))
		p.Omitted, p.Truncated = 40, "40 elements are left out"
		return p
	}
	part := func(args string) move { return move{call: "extract", args: args, blind: true} }
	whole := pg("/log", "Log\nEntry 1\nRules: an entry is stored at once", button("e2", "Save"))
	asked := func(m move, to view) move { m.to = to; return m }
	return []ending{
		{name: "of many elements, the text is known", from: many("Entry 1"), moves: []move{press("e2", many("Entry 1\nEntry 2"))}, claim: text("Entry 2"), true: true},
		{name: "too long, and a link to another page", from: long("Entry 1"), moves: []move{{call: "click", args: `{"uid":"e7"}`, fx: &effects{Navigated: &protocol.Navigated{URL: site + "/log/2"}}, to: pg("/log/2", "Entry 2 is here")}}, claim: quote("Entry 2 is here"), true: true},
		{name: "too long, and announced", from: long("Entry 1"), moves: []move{says(press("e2", long("Entry 1\nStored")), "Stored")}, claim: text("Stored"), true: true},
		{name: "too long, and another address", from: long("Entry 1"), moves: []move{follow("e2", pg("/log/2", "Entry 2"))}, claim: address("/log/2"), true: true},

		{name: "too long, and what may have stood further down", from: long("Entry 1"), moves: []move{press("e2", long("Entry 9"))}, claim: text("Entry 9")},
		{name: "an element that may have been left out", from: many("Entry 1"), moves: []move{press("e2", func() view { p := many("Entry 1"); p.Elements = append(p.Elements, button("e9", "Archive")); return p }())}, claim: element("Archive")},
		{name: "read by a query before, which left out the rest", from: whole, moves: []move{asked(part(`{"query":"entry"}`), whole), press("e2", whole)}, claim: text("Rules: an entry is stored")},
		{name: "read by a selector before", from: whole, moves: []move{asked(part(`{"selector":"h1"}`), whole), press("e2", whole)}, claim: element("Save")},
	}
}

// questionEndings only ask something.
func questionEndings() []ending {
	price := pg("/tea", "Tea\nIt costs 5 €", button("e1", "Accept all cookies"), button("e2", "Search"), field("e3", "Search", ""))
	found := pg("/search?q=tea", "1 result\nTea **5 €**")
	const ask = "What does the tea cost?"
	return []ending{
		{name: "an answer", task: ask, from: price, claim: quote("It costs 5 €"), true: true},
		{name: "an answer after a banner", task: ask, from: price, moves: []move{press("e1", price)}, claim: quote("It costs 5 €"), true: true},
		{name: "an answer by a search", task: ask, from: price, moves: []move{write("e3", "tea", price), enter(found)}, claim: quote("Tea 5 €"), true: true},
		{name: "an answer of an earlier page", task: ask, from: price, moves: []move{visit(pg("/", "Home"))}, claim: quote("costs 5 €"), true: true},

		{name: "an answer that stands nowhere", task: ask, from: price, claim: quote("It costs 6 €")},
		{name: "an answer that stands nowhere, after a search", task: ask, from: price, moves: []move{write("e3", "tea", price), enter(found)}, claim: quote("Tea 4 €")},
		{name: "a task is no question", task: "Publish the page.", from: price, moves: []move{press("e2", price)}, claim: quote("It costs 5 €")},
	}
}
