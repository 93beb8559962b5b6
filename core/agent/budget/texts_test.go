package budget_test

// sample is a text and how many tokens it has in o200k_base, as
// tokenizer_test.go counts.
type sample struct {
	script, text string
	tokens       int
}

// samples are of the kinds of text that a run sends.
func samples() []sample {
	return []sample{
		{"English", `The invoice from March was paid on the second of April, three days after it was due. Please check whether the reminder fee has been taken back; the customer called twice about it, and the letter that we sent them last week did not mention any fee at all. If the amount is still open, write to accounting and ask them to correct it before the end of the month.`, 77},
		{"English", `Skip to content. Home, Products, Pricing, Blog, Contact us. Your basket is empty. Free shipping on orders over 50 EUR. Wireless headphones with noise cancelling, 30 hours of battery life, foldable, in black or white. In stock, delivered tomorrow if you order within 4 hrs 12 mins. Customers who bought this item also bought: carrying case, USB-C cable, replacement ear pads.`, 85},
		{"English", `Choose where you want to go and when. We compare hundreds of airlines and travel agencies, so that you do not have to. Prices include taxes and fees but not baggage. Flights with one stop are often cheaper than direct ones, and leaving on a Tuesday or Wednesday saves money on most routes. Refunds depend on the fare rules of the airline that operates the flight.`, 74},
		{"German", `Die Rechnung vom März wurde am zweiten April bezahlt, drei Tage nach ihrer Fälligkeit. Bitte prüfen Sie, ob die Mahngebühr zurückgenommen wurde; der Kunde hat deswegen zweimal angerufen, und in dem Schreiben der letzten Woche stand von einer Gebühr nichts. Ist der Betrag noch offen, dann bitten Sie die Buchhaltung, ihn bis zum Monatsende zu berichtigen.`, 76},
		{"German", `Zum Inhalt springen. Startseite, Produkte, Preise, Kontakt. Ihr Warenkorb ist leer. Kostenloser Versand ab einem Bestellwert von 50 Euro. Kabelloser Kopfhörer mit Geräuschunterdrückung, 30 Stunden Akkulaufzeit, faltbar, in Schwarz oder Weiß. Auf Lager, Lieferung morgen bei Bestellung innerhalb der nächsten vier Stunden. Häufig zusammen gekauft: Aufbewahrungstasche, Ladekabel, Ersatzpolster.`, 94},
		{"German", `Der Antrag auf Verlängerung der Aufenthaltserlaubnis muss spätestens acht Wochen vor Ablauf gestellt werden. Vereinbaren Sie dafür einen Termin bei der Ausländerbehörde Ihres Wohnortes. Mitzubringen sind ein gültiger Reisepass, ein biometrisches Lichtbild, der Nachweis einer Krankenversicherung sowie Unterlagen über das Einkommen der letzten drei Monate.`, 72},
		{"Chinese", `三月份的发票已于四月二日支付，比到期日晚了三天。请核实滞纳金是否已经退回；客户为此打过两次电话，而我们上周寄出的信里完全没有提到任何费用。如果金额仍未结清，请写信给财务部门，请他们在月底之前更正。`, 75},
		{"Chinese", `跳到主要内容。首页、产品、价格、博客、联系我们。您的购物车是空的。订单满三百元免运费。无线降噪耳机，续航三十小时，可折叠，有黑色和白色可选。现货供应，四小时内下单，明天送达。购买此商品的顾客还购买了：收纳盒、充电线、替换耳垫。`, 95},
		{"Chinese", `请选择您的出发地、目的地和日期。我们为您比较数百家航空公司和旅行社的价格。票价已包含税费，但不包含行李费。中转一次的航班往往比直飞便宜，大多数航线在星期二或星期三出发更省钱。退票规则以实际承运的航空公司为准。`, 81},
		{"JSON", `{"type":"object","properties":{"uid":{"type":"string","description":"An element reference from extract, such as e7.","minLength":1,"maxLength":64},"text":{"type":"string","description":"What to insert; any Unicode."},"tabId":{"type":"integer","minimum":1}},"required":["uid","text"],"additionalProperties":false}`, 76},
		{"JSON", `[{"id":"INV-2026-0314","customer":{"name":"Ann Example","email":"ann@example.com"},"items":[{"sku":"HD-450","quantity":2,"unitPrice":149.90},{"sku":"CB-12","quantity":1,"unitPrice":12.5}],"total":312.30,"currency":"EUR","paid":true,"paidAt":"2026-04-02T09:15:00Z"},{"id":"INV-2026-0315","customer":null,"items":[],"total":0,"currency":"EUR","paid":false}]`, 124},
		{"JSON", "{\n  \"name\": \"bridge\",\n  \"version\": \"4.2.0\",\n  \"scripts\": {\n    \"build\": \"node build.mjs\",\n    \"test\": \"node --test\"\n  },\n  \"dependencies\": {\n    \"preact\": \"10.26.4\",\n    \"typescript\": \"5.9.2\"\n  },\n  \"private\": true\n}\n", 82},
		{"a page", "https://shop.example/cart \"Your basket\"\n# Basket\n\n2 items, 312.30 EUR\n---\ne1 link \"Home\" -> https://shop.example/\ne2 textbox \"Search\"\ne3 button \"Search\"\ne14 spinbutton \"Quantity\" = \"2\"\ne15 button \"Remove Wireless headphones\"\ne21 textbox \"Promo code\"\ne22 button \"Apply\" disabled\ne23 button \"Proceed to checkout\"\ne24 checkbox \"This order contains a gift\" checked\n", 100},
	}
}
