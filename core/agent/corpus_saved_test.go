package agent_test

// savedEndings save a form: by script, by a document, on the record's own page.
func savedEndings() []ending {
	edit := func(name string) view {
		return pg("/edit", "Edit profile", field("e1", "Name", name), button("e2", "Save"), link("e3", "Profile", "/ann"), link("e4", "Orders", "/orders"))
	}
	empty, filled := edit(""), edit("Ann Lee")
	typed := write("e1", "Ann Lee", filled)
	with := func(v view, add string) view { v.Text += "\n" + add; v.Markdown = v.Text; return v }
	thanks := pg("/thanks", "Thank you, Ann Lee")
	orders := pg("/orders", "Your orders\nTea, 2 packs\nOrder history", link("e9", "Profile", "/ann"))
	profile := func(name string) view { return pg("/ann", "Profile\nName: "+name, link("e8", "Edit", "/edit")) }
	return []ending{
		{name: "a message", from: empty, moves: []move{typed, press("e2", with(filled, "Profile saved"))}, claim: text("Profile saved"), true: true},
		{name: "a message, in Markdown's marks", from: empty, moves: []move{typed, press("e2", with(filled, "**Profile** saved: [see it](/ann)"))}, claim: text("Profile saved: see it"), true: true},
		{name: "a quote with marks of a text without", from: empty, moves: []move{typed, press("e2", with(filled, "Profile saved"))}, claim: quote("**Profile saved**"), true: true},
		{name: "a document", from: empty, moves: []move{typed, follow("e2", thanks)}, claim: text("Thank you, Ann Lee"), true: true},
		{name: "the address", from: empty, moves: []move{typed, follow("e2", thanks)}, claim: address("/thanks"), true: true},
		{name: "the record's page by a link", from: empty, moves: []move{typed, press("e2", filled, "POST /save: 200"), follow("e3", profile("Ann Lee"))}, claim: text("Name: Ann Lee"), true: true},
		{name: "the record's page by its address", from: empty, moves: []move{typed, press("e2", filled), visit(profile("Ann Lee"))}, claim: text("Ann Lee"), true: true},
		{name: "the form by its address", from: empty, moves: []move{typed, press("e2", filled), visit(filled)}, claim: value("Name", "Ann Lee"), true: true},
		{name: "the form loaded again", from: empty, moves: []move{typed, press("e2", filled), again(filled)}, claim: value("Name", "Ann Lee"), true: true},
		{name: "the form by a link of the record", from: empty, moves: []move{typed, press("e2", filled), follow("e3", profile("Ann Lee")), follow("e8", filled)}, claim: value("Name", "Ann Lee"), true: true},
		{name: "back to the record", from: profile("Bo"), moves: []move{follow("e8", empty), typed, press("e2", filled), goBack(profile("Ann Lee"))}, claim: text("Name: Ann Lee"), true: true},
		{name: "Enter instead of a button", from: empty, moves: []move{typed, enter(thanks)}, claim: text("Thank you"), true: true},
		{name: "a box that is on", from: pg("/p", "Preferences", box("e1", "News")), moves: []move{mark("e1", pg("/p", "Preferences", box("e1", "News", "checked")), "PUT /p: 200")}, claim: value("News", "checked"), true: true},
		{name: "a field that saves by itself", from: empty, moves: []move{typed}, claim: value("Name", "Ann Lee"), true: true},

		{name: "a page that says nothing, and a server that says yes", from: empty, moves: []move{typed, press("e2", filled, "POST /save: 200")}, claim: value("Name", "Ann Lee"), true: true},
		{name: "the same, by its text", from: empty, moves: []move{write("e1", "Ann Lee", with(filled, "Ann Lee")), press("e2", with(filled, "Ann Lee"), "PUT /ann: 204")}, claim: quote("Ann Lee"), true: true},
		{name: "the server's answer, where the page says nothing", from: empty, moves: []move{press("e5", filled), press("e2", filled, "POST /save: 200")}, claim: quote("sent POST /save: 200"), true: true},

		{name: "the server's answer, and a page that says what is wrong", from: empty, moves: []move{press("e5", filled), press("e2", with(filled, "Error 17"), "POST /save: 200")}, claim: quote("sent POST /save: 200")},
		{name: "a server's refusal", from: empty, moves: []move{press("e5", filled), press("e2", filled, "POST /save: 500")}, claim: quote("POST /save: 500")},
		{name: "an answer that nobody gave", from: empty, moves: []move{press("e5", filled), press("e2", filled, "GET /save: 200")}, claim: quote("sent POST /save: 200")},
		{name: "an answer to something else", from: empty, moves: []move{press("e5", filled), press("e2", filled, "POST /api/collect: 204")}, claim: quote("sent POST /api/collect: 204")},
		{name: "the answer to an earlier act", from: empty, moves: []move{press("e5", filled, "POST /draft: 200"), press("e2", filled)}, claim: quote("sent POST /draft: 200")},
		{name: "the page only counts the press", from: empty, moves: []move{typed, press("e2", filled, "POST /api/collect?v=2: 204")}, claim: value("Name", "Ann Lee")},
		{name: "a server that says yes, and a page that says what is wrong", from: empty, moves: []move{typed, press("e2", with(filled, "Error 17"), "POST /save: 200")}, claim: value("Name", "Ann Lee")},
		{name: "the same, announced", from: empty, moves: []move{typed, says(press("e2", filled, "POST /save: 200"), "Error 17")}, claim: value("Name", "Ann Lee")},
		{name: "a server that has not answered", from: empty, moves: []move{typed, press("e2", filled, "POST /save: pending")}, claim: value("Name", "Ann Lee")},
		{name: "one of two requests was refused", from: empty, moves: []move{typed, press("e2", filled, "POST /check: 200", "POST /save: 500")}, claim: value("Name", "Ann Lee")},
		{name: "a server that says yes, and what was there before", from: empty, moves: []move{typed, press("e2", filled, "POST /save: 200")}, claim: text("Edit profile")},
		{name: "nothing happens", from: empty, moves: []move{typed, press("e2", filled)}, claim: text("Profile saved")},
		{name: "nothing happens, and the value stands there", from: empty, moves: []move{typed, press("e2", filled)}, claim: value("Name", "Ann Lee")},
		{name: "nothing happens, and the browser goes back to the form", from: empty, moves: []move{typed, press("e2", filled), follow("e4", orders), goBack(filled)}, claim: value("Name", "Ann Lee")},
		{name: "nothing happens, and the form's heading", from: empty, moves: []move{typed, press("e2", filled)}, claim: text("Edit profile")},
		{name: "nothing happens, and the button is there", from: empty, moves: []move{typed, press("e2", filled)}, claim: element("Save")},
		{name: "nothing happens, and the address is that of the form", from: profile("Bo"), moves: []move{follow("e8", empty), typed, press("e2", filled)}, claim: address("/edit")},
		{name: "it was refused", from: empty, moves: []move{typed, press("e2", with(filled, "Profile saved"), "POST /save: 500")}, claim: text("Profile saved")},
		{name: "it says that it was not", from: empty, moves: []move{typed, press("e2", with(filled, "Your profile was not saved"))}, claim: text("saved")},
		{name: "unsaved changes", from: empty, moves: []move{typed, press("e2", with(filled, "Unsaved changes"))}, claim: text("saved")},
		{name: "the record's page has the old name", from: empty, moves: []move{typed, press("e2", filled), follow("e3", profile("Bo"))}, claim: text("Name: Ann Lee")},
		{name: "the form has the old name", from: empty, moves: []move{typed, press("e2", filled), again(empty)}, claim: value("Name", "Ann Lee")},
		{name: "a name that stands everywhere", from: with(empty, "Signed in as Ann Lee"), moves: []move{typed, press("e2", with(filled, "Signed in as Ann Lee")), follow("e4", with(orders, "Signed in as Ann Lee"))}, claim: text("Ann Lee")},
		{name: "a box that goes back", from: pg("/p", "Preferences", box("e1", "News")), moves: []move{mark("e1", pg("/p", "Preferences", box("e1", "News", "checked")))}, later: &[]view{pg("/p", "Preferences", box("e1", "News"))}[0], claim: value("News", "checked")},
	}
}
