package main

import "slices"

// Widgets that show data: a calendar, a board, a tree, grids, pickers, a
// library's classics, uploads and frames.

func fullcalendar() application {
	return widget("fullcalendar",
		task{"go to the next month", "/", []step{on(click, "button", "(?i)next")}, kept("view", `April 2026`)},
		task{"show the week", "/", []step{on(click, "button", "(?i)week")}, kept("view", `timeGridWeek`)},
		task{"add an event", "/", []step{
			on(click, "gridcell|cell|generic", "March 24|^24$"), on(fill, "textbox", "^Title$", "Party"), on(click, "button", "^Add event$"),
		}, kept("events", `Party 2026-03-24`)},
		task{"move an event", "/", []step{drop("link|button|generic", "^Dentist$", "gridcell|cell|generic|link", "March 26|^26$")}, kept("events", `Dentist 2026-03-26`)},
		task{"drag over some days", "/", []step{drop("gridcell|cell|generic|link", "March 3|^3$", "gridcell|cell|generic|link", "March 5|^5$")}, kept("selected", `2026-03-03 2026-03-06`)},
		task{"delete an event", "/", []step{on(click, "link|button|generic", "^Choir$"), {kind: answer}}, kept("events", `^\["Dentist`)},
	)
}

func sortable() application {
	return widget("sortable",
		task{"move a card", "/", []step{drop("listitem|generic", "^Paint the door", "listitem|generic", "^Mend the roof")}, kept("board", `"doing":\[[^]]*Paint`)},
		task{"finish a card", "/", []step{drop("listitem|generic", "^Mend the roof", "listitem|generic", "^Make a plan")}, kept("board", `"done":\[[^]]*Mend`)},
		task{"rename a card", "/", []step{
			on(double, "listitem|generic", "^Buy wood"), on(fill, "textbox", "", "Buy nails"), key("Enter"),
		}, kept("board", `Buy nails`)},
		task{"delete what hovering shows", "/", []step{
			on(hover, "listitem|generic", "^Make a plan"), on(click, "generic|text|emphasis|button", "^ ?x$"),
		}, kept("board", `"done":\[\]`)},
	)
}

func jstree() application {
	return widget("jstree",
		task{"open a folder", "/", []step{on(double, "treeitem", "Music")}, kept("opened", `Music`)},
		task{"tick a folder", "/", []step{
			on(click, "treeitem|link", "Misc"),
		}, kept("checked", `misc`)},
		task{"rename a folder", "/", []step{
			on(right, "treeitem|link", "Misc"), on(click, "link|menuitem|button", "^Rename$"),
			on(fill, "textbox", "", "Rest"), key("Enter"),
		}, kept("tree", `#/Rest`)},
		task{"create a folder", "/", []step{
			on(right, "treeitem|link", "Films"), on(click, "link|menuitem|button", "^Create$"),
			on(fill, "textbox", "", "Noir"), key("Enter"),
		}, kept("tree", `films/Noir`)},
		task{"move a folder", "/", []step{drop("treeitem|link", "^Films", "treeitem|link", "^Misc")}, kept("tree", `misc/Films`)},
		task{"delete a folder", "/", []step{
			on(right, "treeitem|link", "Music"), on(click, "link|menuitem|button", "^Delete$"),
		}, kept("tree", `^\["#/Films`)},
	)
}

func tabulator() application {
	return widget("tabulator",
		task{"edit a cell", "/", []step{
			on(click, "gridcell|cell", "^Part 3$"), on(fill, "textbox", "Part 3", "Bolt"), key("Enter"),
		}, kept("edited", `"name":"Bolt"`)},
		task{"choose in a cell", "/", []step{
			on(click, "gridcell|cell", "^wood$"), on(click, "option|listitem|generic", "^glass$"),
		}, kept("edited", `"kind":"glass"`)},
		task{"sort by a column", "/", []step{on(click, "columnheader|generic", "^Count$")}, kept("sorted", `countasc`)},
		task{"filter", "/", []step{on(insert, "searchbox|textbox", "^$|Name", "Part 42")}, kept("filtered", `^\["Part 42"\]$`)},
		task{"tick a cell", "/", []step{on(click, "gridcell|cell", "(?i)^(cross|no|false|ok|)$"), on(click, "checkbox", "")}, kept("edited", `"ok":true`)},
		task{"go to the third page", "/", []step{on(click, "button", "(?i)^(show page )?3$")}, kept("page", `page 3`)},
	)
}

func jspreadsheet() application {
	return widget("jspreadsheet",
		task{"edit a cell", "/", []step{
			on(double, "cell|gridcell", "^300$"), key("Control+a"), on(insert, "textbox", "300|^$", "350"), key("Enter"),
		}, kept("sheet", `"350"`)},
		task{"write a cell by keys", "/", []step{
			on(click, "cell|gridcell", "^fun$"), key("g"), key("o"), key("Enter"),
		}, kept("sheet", `"go"`)},
		task{"insert a row by the menu", "/", []step{
			on(right, "cell|gridcell", "^rent$"), on(click, "menuitem|link|generic", "(?i)insert a new row after"),
		}, kept("sheet", `\["","",""\],\["food"`)},
	)
}

func pickers() application {
	return widget("pickers",
		task{"pick a day", "/", []step{
			on(click, "textbox", "^Day$"), on(click, "generic|button|gridcell", "March 17, 2026|^17$"), on(click, "button", "^Book$"),
		}, kept("booking", `"day":"2026-03-17"`)},
		task{"pick a day of the next month", "/", []step{
			on(click, "textbox", "^Day$"), on(click, "button|generic|img", "(?i)next"),
			on(click, "generic|button|gridcell", "April 9, 2026|^9$"), on(click, "button", "^Book$"),
		}, kept("booking", `"day":"2026-04-09"`)},
		task{"choose a city", "/", []step{
			on(click, "combobox|textbox", "(?i)city"), on(click, "option|treeitem", "^Oslo$"), on(click, "button", "^Book$"),
		}, kept("booking", `"city":"Oslo"`)},
		task{"pick a stay of some days", "/", []step{
			on(click, "textbox", "^Stay$"), on(click, "generic|button|gridcell", "March 17, 2026|^17$"),
			on(click, "generic|button|gridcell", "March 20, 2026|^20$"), on(click, "button", "^Book$"),
		}, kept("booking", `"span":"2026-03-17 to 2026-03-20"`)},
		task{"search a city", "/", slices.Concat([]step{on(click, "combobox|textbox", "(?i)city")}, keys("Berg"), []step{on(click, "button", "^Book$")}), kept("booking", `"city":"Bergen"`)},
		task{"choose two wishes", "/", []step{
			on(click, "combobox|searchbox|textbox|list", "(?i)wishes|search"), on(click, "option|treeitem", "^Bath$"),
			on(click, "combobox|searchbox|textbox|list", "(?i)wishes|search|Bath"), on(click, "option|treeitem", "^Balcony$"), on(click, "button", "^Book$"),
		}, kept("booking", `"wishes":\["Balcony","Bath"\]`)},
	)
}

func jqueryui() application {
	return widget("jqueryui",
		task{"complete a word", "/", []step{
			on(insert, "textbox|combobox|searchbox", "Language", "Ge"), on(click, "menuitem|option|generic", "^German$"),
		}, kept("language", `German`)},
		task{"pick a date of last month", "/", []step{
			on(click, "textbox", "^Born$"), on(click, "link|button|generic", "(?i)prev"), on(click, "link|cell|gridcell", "^14$"),
		}, kept("born", `02/14/2026`)},
		task{"turn the volume up", "/", []step{
			on(click, "tab|link", "^Sound$"), on(click, "slider|generic", ""), key("ArrowRight"),
		}, kept("volume", `^\d+$`)},
		task{"use a menu under a menu", "/", []step{
			on(hover, "menuitem", "^File"), on(click, "menuitem", "^Export$"),
		}, kept("menu", `Export`)},
		task{"count up", "/", []step{on(click, "spinbutton|textbox", "^Copies$"), key("ArrowUp")}, kept("copies", `^3$`)},
		task{"sort by dragging", "/", []step{drop("listitem|generic", "^Alpha$", "listitem|generic", "^Gamma$")}, kept("order", `^Beta.*Alpha`)},
		task{"answer a dialog", "/", []step{on(click, "button", "^Reset all$"), on(click, "button", "^Reset$")}, kept("reset", `yes`)},
	)
}

func files() application {
	return widget("files",
		task{"upload into a field", "/", []step{on(upload, "button|textbox|file|generic", "(?i)avatar", "me.txt")}, kept("avatar", `me.txt it is me`)},
		task{"upload into a drop zone", "/", []step{on(upload, "button|generic|file", "(?i)drop files|choose file|upload", "me.txt")}, kept("dropped", `me.txt 8`)},
		task{"take an upload away", "/", []step{
			on(upload, "button|generic|file", "(?i)drop files|choose file|upload", "you.txt"), on(click, "link|button|generic", "(?i)^remove file$"),
		}, kept("removed", `you.txt`)},
		task{"write in a frame", "/", []step{
			on(fill, "textbox", "^Text$", "hello"), on(click, "button", "^Keep note$"), {kind: answer, text: "Ada"},
		}, kept("note", `Ada: hello`)},
	)
}
