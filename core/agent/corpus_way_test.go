package agent_test

// wayEndings go over several pages and tabs.
func wayEndings() []ending {
	cart := pg("/cart", "Your cart\nTea", button("e1", "Checkout"))
	ship := pg("/ship", "Shipping address", field("e2", "Street", ""), button("e3", "Continue"), link("e9", "Orders", "/orders"), link("e8", "Account", "/account"))
	shipped := pg("/ship", "Shipping address", field("e2", "Street", "Main Street 5"), button("e3", "Continue"), link("e9", "Orders", "/orders"), link("e8", "Account", "/account"))
	pay := pg("/pay", "Payment method", button("e4", "Place order"), link("e9", "Orders", "/orders"))
	placed := pg("/done", "Thank you\nYour order number is 4711", link("e9", "Orders", "/orders"))
	orders := func(rows string) view { return pg("/orders", "All your orders\n"+rows, link("e7", "Tea", "/tea")) }
	account := pg("/account", "Account overview\nWelcome back")
	way := []move{follow("e1", ship), write("e2", "Main Street 5", shipped), follow("e3", pay)}
	after := func(more ...move) []move { return append(way[:len(way):len(way)], more...) }
	opened := func(uid string, to view) move { m := press(uid, to); m.fx.Tabs = tabs(8); return m }
	report := pg("/report", "Report of May\nIt is ready")
	start := pg("/reports", "Reports", button("e1", "Make report"), link("e2", "Help", "/help"))
	return []ending{
		{name: "an order", from: cart, moves: after(follow("e4", placed)), claim: text("order number is 4711"), true: true},
		{name: "an order, by its address", from: cart, moves: after(follow("e4", placed)), claim: address("/done"), true: true},
		{name: "an order, seen when it was placed", from: cart, moves: after(follow("e4", placed), follow("e9", orders("4711 Tea"))), claim: quote("Your order number is 4711"), true: true},
		{name: "an order that was not in the list before", from: orders("4690 Milk"), moves: append([]move{visit(cart)}, after(follow("e4", placed), follow("e9", orders("4690 Milk\n4711 Tea")))...), claim: text("4711 Tea"), true: true},
		{name: "what was entered, on the order's page", from: cart, moves: after(follow("e4", placed), follow("e9", orders("4711 Tea, Main Street 5"))), claim: text("Main Street 5"), true: true},
		{name: "signed out by a link", from: pg("/", "Hello Ann", link("e1", "Log out", "/logout")), moves: []move{follow("e1", pg("/login", "You have signed out"))}, claim: text("You have signed out"), true: true},
		{name: "a page that was to be opened", task: "Open the orders.", from: placed, moves: []move{follow("e9", orders("Tea"))}, claim: address("/orders"), true: true},
		{name: "in the tab that a press opened", from: start, moves: []move{opened("e1", start)}, tabs: map[int]view{8: report}, claim: text("It is ready"), true: true},
		{name: "in the tab that a press opened, with the page's own", from: start, moves: []move{opened("e1", pg("/reports", "Reports\nOne is made"))}, tabs: map[int]view{8: report}, claim: text("It is ready") + "," + text("One is made"), true: true},

		{name: "the next page did not come", from: cart, moves: []move{follow("e1", ship), write("e2", "Main Street 5", shipped), press("e3", shipped)}, claim: text("Shipping address")},
		{name: "the order failed, and the account's heading", from: cart, moves: after(press("e4", pay), visit(account)), claim: text("Account overview")},
		{name: "the order failed, and the heading of the orders", from: cart, moves: after(press("e4", pay), follow("e9", orders("4690 Milk"))), claim: text("All your orders")},
		{name: "the order failed, and the address of the orders", from: cart, moves: after(press("e4", pay), follow("e9", orders("4690 Milk"))), claim: address("/orders")},
		{name: "the order failed, and an element of the orders", from: cart, moves: after(press("e4", pay), follow("e9", orders("4690 Milk"))), claim: element("link Tea")},
		{name: "the order failed, and an earlier page's heading", from: cart, moves: after(press("e4", pay)), claim: quote("Shipping address")},
		{name: "the order failed, and the payment's heading", from: cart, moves: after(press("e4", pay)), claim: text("Payment method")},
		{name: "the order failed, and an old order", from: orders("4690 Milk"), moves: append([]move{visit(cart)}, after(press("e4", pay), follow("e9", orders("4690 Milk")))...), claim: text("4690 Milk")},
		{name: "the order failed, and a heading that came by POST", from: cart, moves: after(press("e4", pay), sends(follow("e9", orders("4690 Milk")), "POST /graphql: 200")), claim: text("All your orders")},
		{name: "the order failed with 402", from: cart, moves: after(press("e4", placed, "POST /order: 402")), claim: text("Thank you")},
		{name: "another tab that was there before", from: start, moves: []move{press("e1", start)}, tabs: map[int]view{8: pg("/old", "Report of April\nIt is ready")}, claim: text("It is ready")},
		{name: "the help says what would show", from: start, moves: []move{press("e1", start), follow("e2", pg("/help", "Help\nThen you see: Your report is ready"))}, claim: text("Your report is ready")},
	}
}
