package main

import "context"

// Components of the libraries that frameworks are used with, each on a page of
// ours that keeps what is done with them.

func antd() application {
	book := on(click, "button", "^Book trip$")
	guests := on(click, "tab|generic|button", "^Guests$")
	return widget("antd",
		task{"pick a day", "/", []step{
			on(click, "textbox|combobox", "^Day$"), on(click, "gridcell|cell|generic|button", "2026-03-17|^17$"), book,
		}, kept("trip", `"day":"2026-03-17"`)},
		task{"pick a day of the next month", "/", []step{
			on(click, "textbox|combobox", "^Day$"), on(click, "button", "(?i)next month|^next-month"),
			on(click, "gridcell|cell|generic|button", "2026-04-09|^9$"), book,
		}, kept("trip", `"day":"2026-04-09"`)},
		task{"complete a town", "/", []step{
			on(insert, "combobox|textbox|searchbox", "^Town$", "Be"), on(click, "option|generic", "^Bern$"), book,
		}, kept("trip", `"town":"Bern"`)},
		task{"choose a class", "/", []step{
			on(click, "combobox|generic", "^Class$"), on(click, "option|generic", "^Second$"), book,
		}, kept("trip", `"seat":"Second"`)},
		task{"choose two meals", "/", []step{
			on(click, "combobox|generic", "^Meals$"), on(click, "option|generic", "^Lunch$"), on(click, "option|generic", "^Dinner$"), key("Escape"), book,
		}, kept("trip", `"meals":\["Lunch","Dinner"\]`)},
		task{"choose in a tree", "/", []step{
			on(click, "combobox|generic", "^Region$"), on(click, "img|button|generic", "(?i)caret-down|expand|switcher"),
			on(click, "treeitem|generic", "^North$"), book,
		}, kept("trip", `"region":"north"`)},
		task{"choose in steps", "/", []step{
			on(click, "combobox|generic", "^Order$"), on(click, "menuitemcheckbox|menuitem|option|generic", "^Drinks"),
			on(click, "menuitemcheckbox|menuitem|option|generic", "^Coffee$"), book,
		}, kept("trip", `"order":\["drinks","coffee"\]`)},
		task{"move to the other list", "/", []step{
			on(click, "checkbox|listitem|generic", "^Fedora$"), on(click, "button", "(?i)^(right|move right|to right|>)$|right"),
		}, kept("hats", `\["Fedora"\]`)},
		task{"slide, switch and rate", "/", []step{
			on(click, "slider", ""), key("Home"), on(click, "switch", "^Insured$"), on(click, "radio|generic|img|button", "(?i)star"), book,
		}, kept("trip", `"slow":0,"insured":true,"stars":1`)},
		task{"sort a table", "/", []step{guests, on(click, "columnheader|generic|button", "^Age")}, kept("view", `"by":"age","order":"ascend"`)},
		task{"filter a table", "/", []step{
			guests, on(click, "button|img|generic", "(?i)filter"), on(click, "menuitem|checkbox|menuitemcheckbox|generic", "^Children$"), on(click, "button", "^OK$"),
		}, kept("view", `"kind":\["child"\]`)},
		task{"tick a row", "/", []step{guests, on(tick, "checkbox", "Cy")}, kept("ticked", `\["Cy"\]`)},
		task{"edit in a dialog", "/", []step{
			guests, on(click, "link|generic|button", "^Edit$"), on(fill, "textbox", "Full name", "Ada Byron"), on(click, "button", "^OK$"),
		}, kept("guests", `"name":"Ada Byron"`)},
		task{"delete by a bubble", "/", []step{
			guests, on(click, "link|generic|button", "^Strike$"), on(click, "button", "^(OK|Yes)$"),
		}, kept("guests", `^\[{"key":"Bob"`)},
	)
}

func primevue() application {
	save := on(click, "button", "^Save task$")
	return widget("primevue",
		task{"pick a day", "/", []step{
			on(click, "combobox|textbox", "^Due$"), on(click, "gridcell|cell|generic|button", "^17$"), save,
		}, kept("task", `"due":"2026-11-17"`)},
		task{"complete a person", "/", []step{
			on(insert, "combobox|textbox", "^Person$", "gra"), on(click, "option", "^Grace Hopper$"), save,
		}, kept("task", `"who":"Grace Hopper"`)},
		task{"choose a state", "/", []step{on(click, "combobox", "State|Open"), on(click, "option", "^Done$"), save}, kept("task", `"state":"Done"`)},
		task{"choose two tags", "/", []step{
			on(click, "combobox|generic", "^Tags$"), on(click, "option", "^Green$"), on(click, "option", "^Grey$"), key("Escape"), save,
		}, kept("task", `"tags":\["Green","Grey"\]`)},
		task{"choose in a tree", "/", []step{
			on(click, "combobox|generic|button", "^Place$|Choose a place"), on(click, "button", "(?i)toggle|expand"), on(click, "treeitem|generic", "^Cellar$"), save,
		}, kept("task", `"place":{"c":true}`)},
		task{"slide, count and switch", "/", []step{
			on(click, "slider", "Effort"), key("Home"), on(fill, "spinbutton", "^Hours$", "7"), on(click, "switch", "^Urgent$"), save,
		}, kept("task", `"effort":0,"hours":7,"urgent":true`)},
		task{"move to the other list", "/", []step{on(click, "option", "^Bees$"), on(click, "button", "(?i)^move to target$")}, kept("teams", `\["Ants","Cats"\],\["Bees"\]`)},
		task{"answer a dialog", "/", []step{on(click, "button", "^Delete all$"), on(click, "button", "^Yes$")}, kept("gone", "yes")},
		task{"edit a cell", "/", []step{
			on(click, "cell|gridcell|generic", "^Bolt$"), on(fill, "textbox", "Bolt|^$", "Nut"), key("Enter"),
		}, kept("stock", `"Anvil","Nut"`)},
		task{"sort a table", "/", []step{on(click, "columnheader|generic|button", "^Count")}, kept("sort", "count1")},
		task{"filter a table", "/", []step{on(insert, "textbox", "^Search name$", "Ga")}, kept("filter", `^\["Gauge"\]$`)},
		task{"go to the second page", "/", []step{on(click, "button", "(?i)^(page )?2$")}, kept("page", "page 1")},
	)
}

func mui() application {
	order := on(click, "button", "(?i)^order$")
	return widget("mui",
		task{"complete a fruit", "/", []step{
			on(insert, "combobox|textbox", "^Fruit$", "ch"), on(click, "option", "^Cherry$"), order,
		}, kept("order", `"fruit":"Cherry"`)},
		task{"choose two packings", "/", []step{
			on(click, "combobox|textbox", "^Packing$"), on(click, "option", "^Big box$"), on(click, "option", "^Bag$"), key("Escape"), order,
		}, kept("order", `"boxes":\["Big box","Bag"\]`)},
		task{"choose a size", "/", []step{on(click, "combobox|button", "^Size"), on(click, "option", "^Large$"), order}, kept("order", `"size":"Large"`)},
		task{"slide, rate and tick", "/", []step{
			on(click, "slider", "^Amount$"), key("End"), on(click, "radio|generic|img", "^4 Stars$"), on(tick, "checkbox", "^As a gift$"), on(click, "radio", "^By van$"), order,
		}, kept("order", `"many":100,"gift":true,"stars":4,"how":"van"`)},
		task{"use a menu", "/", []step{on(click, "button", "^more$"), on(click, "menuitem", "^Export$")}, kept("menu", "Export")},
		task{"switch in a drawer", "/", []step{on(click, "button", "(?i)^settings$"), on(click, "checkbox|switch", "^Dark mode$")}, kept("dark", "true")},
		task{"answer a dialog", "/", []step{
			on(click, "button", "(?i)^cancel order$"), on(fill, "textbox", "^Reason$", "too dear"), on(click, "button", "(?i)^yes, cancel$"),
		}, kept("cancelled", "too dear")},
		task{"write in what unfolds", "/", []step{
			on(click, "button", "^Delivery$"), on(fill, "textbox", "^Street$", "Elm 3"), key("Tab"),
		}, kept("street", "Elm 3")},
		task{"sort and page a table", "/", []step{
			on(click, "button|generic|columnheader", "^Price"), on(click, "button", "(?i)next page"),
		}, matches("desc.*page 1", func(ctx context.Context, p *place) (string, error) {
			sort, err := p.get(ctx, "/data/sort")
			if err != nil {
				return "", err
			}
			page, err := p.get(ctx, "/data/page")
			return sort + page, err
		})},
		task{"change the rows of a page", "/", []step{on(click, "combobox|button", "(?i)rows per page|^3$"), on(click, "option", "^5$")}, kept("per", "per 5")},
		task{"press a row", "/", []step{on(click, "row|cell|generic", "^Fig")}, kept("row", "Fig")},
	)
}
