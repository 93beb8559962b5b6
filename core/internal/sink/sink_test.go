package sink_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/sink"
)

func TestPress(t *testing.T) {
	button := func(name string) sink.Facts { return sink.Facts{Control: "button", Name: name} }
	for _, row := range []struct {
		sentence string
		facts    sink.Facts
		kind     sink.Kind
	}{
		{"an English order", button("place order"), sink.Pay},
		{"a German one", button("zahlungspflichtig bestellen"), sink.Pay},
		{"a Spanish one", button("realizar pedido"), sink.Pay},
		{"a French one", button("commander"), sink.Pay},
		{"an Italian one", button("acquista ora"), sink.Pay},
		{"a Portuguese one", button("finalizar compra"), sink.Pay},
		{"a Dutch one", button("bestelling plaatsen"), sink.Pay},
		{"a Japanese one", button("注文を確定する"), sink.Pay},
		{"a Chinese one", button("立即购买"), sink.Pay},
		{"a Korean one", button("결제하기"), sink.Pay},
		{"a message in each", button("send"), sink.Send},
		{"in German", button("nachricht senden"), sink.Send},
		{"in Spanish", button("enviar"), sink.Send},
		{"in French", button("envoyer"), sink.Send},
		{"in Russian", button("отправить"), sink.Send},
		{"in Japanese", button("送信する"), sink.Send},
		{"in Chinese", button("发送"), sink.Send},
		{"a deletion", button("delete 3 messages"), sink.Delete},
		{"in German", button("endgültig löschen"), sink.Delete},
		{"in Spanish", button("eliminar"), sink.Delete},
		{"in French", button("supprimer le compte"), sink.Delete},
		{"in Polish", button("usuń"), sink.Delete},
		{"in Japanese", button("削除"), sink.Delete},
		{"in Chinese", button("删除"), sink.Delete},
		{"a button with a price", sink.Facts{Control: "button", Name: "9 99", Price: true}, sink.Pay},
		{"a link with a price is a product", sink.Facts{Control: "link", Name: "shoes 9 99", Price: true}, ""},
		{"a link that buys", sink.Facts{Control: "link", Name: "buy now"}, sink.Pay},
		{"a link that deletes", sink.Facts{Control: "link", Name: "delete"}, sink.Delete},
		{"a headline that is a link", sink.Facts{Control: "link", Name: "how to delete your account and buy a new one"}, ""},
		{"a link to posts", sink.Facts{Control: "link", Name: "latest post here"}, ""},
		{"a form with a card", sink.Facts{Control: "button", Name: "continue", Card: true, Submits: true}, sink.Pay},
		{"a form that is posted", sink.Facts{Control: "button", Name: "go", Submits: true, Post: true}, sink.Send},
		{"a form with a text, whatever its method", sink.Facts{Control: "button", Name: "go", Submits: true, Writes: true}, sink.Send},
		{"a search that is posted", sink.Facts{Control: "button", Name: "go", Submits: true, Post: true, Search: true}, ""},
		{"a form that looks something up", sink.Facts{Control: "button", Name: "go", Submits: true}, ""},
		{"a bare icon whose author calls it so", sink.Facts{Control: "button", Hint: "btn delete"}, sink.Delete},
		{"yes, in a dialog that asks about it", sink.Facts{Control: "button", Name: "yes", Around: "delete this repository for good"}, sink.Delete},
		{"no, in the same dialog", sink.Facts{Control: "button", Name: "cancel", Around: "delete this repository for good"}, ""},
		{"cancel alone", button("cancel"), ""},
		{"cancel of what is paid for", button("cancel subscription"), sink.Delete},
		{"a checkbox", sink.Facts{Control: "choice", Name: "send me your letters"}, ""},
		{"a field", sink.Facts{Control: "text", Name: "reply"}, ""},
		{"a word that only begins so", button("payload"), ""},
		{"a reply that opens the place to write it", button("reply"), ""},
		{"the same, as the form that holds nothing says", sink.Facts{Control: "button", Name: "reply all", Form: "\nSearch: \nUnread: ☐"}, ""},
		{"a reply that is written", sink.Facts{Control: "button", Name: "reply", Form: "\nReply: I shall come."}, sink.Send},
		{"a reply in a form that is posted", sink.Facts{Control: "button", Name: "reply", Submits: true, Post: true}, sink.Send},
		{"a plain button", button("next"), ""},
		{"a frame that cannot be looked into", sink.Facts{Control: "frame"}, sink.Send},
		{"nothing", sink.Facts{}, ""},
		{"a harmless name beside a card", sink.Facts{Control: "button", Name: "more", Card: true, Submits: true}, sink.Pay},
		{"a way out beside a card that sends nothing", sink.Facts{Control: "button", Name: "close", Card: true}, ""},
		{"a harmless name with a price", sink.Facts{Control: "button", Name: "view 9 99", Price: true}, sink.Pay},
		{"a harmless name in a form that is posted", sink.Facts{Control: "button", Name: "cancel", Submits: true, Post: true}, sink.Send},
		{"a way out of a script's form", sink.Facts{Control: "button", Name: "cancel", Submits: true, Writes: true}, ""},
		{"a word for sending on what looks something up", sink.Facts{Control: "button", Name: "submit", Submits: true, Search: true}, ""},
		{"what only opens", sink.Facts{Control: "opens", Name: "publish"}, ""},
		{"a noun", button("add default block"), ""},
		{"the same in a dialog that speaks of it", sink.Facts{Control: "button", Name: "close dialog", Hint: "delete close", Around: "delete it"}, ""},
		{"a noun that is sent", button("confirm payment"), sink.Pay},
		{"a list in German", button("bestellungen anzeigen"), ""},
		{"in French", button("mes commandes"), ""},
		{"in Russian", button("мои заказы"), ""},
		{"in Japanese", button("注文履歴"), ""},
		{"in Korean", button("주문 내역"), ""},
		{"two acts in one name", button("view and pay"), sink.Pay},
		{"the second of two", button("close and comment"), sink.Send},
		{"a thing by the name of an act", button("post settings"), ""},
		{"an order that is completed", button("complete order"), sink.Pay},
		{"what is not done in Spanish", button("no enviar"), ""},
		{"what ends an account", button("close account"), sink.Delete},
		{"what is not done", button("don t delete"), ""},
		{"what is public changed", button("update"), sink.Send},
		{"what is set back without a loss", button("reset zoom"), ""},
		{"yes, cancel", sink.Facts{Control: "button", Name: "yes cancel", Around: "cancel the order reason no yes cancel"}, sink.Delete},
		{"cancel alone only closes", sink.Facts{Control: "button", Name: "cancel", Around: "cancel the order reason"}, ""},
		{"a long text in a dialog is no question", sink.Facts{Control: "button", Name: "yes", Around: strings.Repeat("read ", 80) + "delete"}, ""},
	} {
		t.Run(row.sentence, func(t *testing.T) { is.New(t).Equal(sink.Press(&row.facts), row.kind) })
	}
}

func TestKey(t *testing.T) {
	for _, row := range []struct {
		sentence, key string
		facts         sink.Facts
		kind          sink.Kind
	}{
		{"Enter in a message sends it", "Enter", sink.Facts{Control: "text"}, sink.Send},
		{"Enter in a cell is a line", "Enter", sink.Facts{Control: "lines"}, ""},
		{"Enter in a text of several lines sends it where one talks", "Enter", sink.Facts{Control: "lines", Name: "write a message"}, sink.Send},
		{"Enter beside a card, in a cell", "Enter", sink.Facts{Control: "lines", Card: true}, sink.Pay},
		{"Delete in a cell that is written in", "Delete", sink.Facts{Control: "lines"}, ""},
		{"Enter in a search looks up", "Enter", sink.Facts{Control: "text", Search: true}, ""},
		{"Enter beside a card pays", "Enter", sink.Facts{Control: "text", Card: true}, sink.Pay},
		{"Enter presses a button", "Enter", sink.Facts{Control: "button", Name: "delete"}, sink.Delete},
		{"a space presses it", " ", sink.Facts{Control: "button", Name: "send"}, sink.Send},
		{"a space in a text is one", " ", sink.Facts{Control: "text", Name: "send"}, ""},
		{"Delete in a list", "Delete", sink.Facts{}, sink.Delete},
		{"Delete in a text", "Delete", sink.Facts{Control: "text"}, ""},
		{"Enter in a frame that cannot be looked into", "Enter", sink.Facts{Control: "frame"}, sink.Send},
		{"another key", "ArrowDown", sink.Facts{Control: "button", Name: "send"}, ""},
	} {
		t.Run(row.sentence, func(t *testing.T) { is.New(t).Equal(sink.Key(&row.facts, row.key), row.kind) })
	}
}

func TestSays(t *testing.T) {
	is := is.New(t)
	for text, kind := range map[string]sink.Kind{"Delete 3 messages for good?": sink.Delete, "¿Eliminar la cuenta?": sink.Delete, "УДАЛИТЬ?": sink.Delete,
		"本当に削除しますか？": sink.Delete, "Pay 10 €?": sink.Pay, "Nachricht senden?": sink.Send, "Leave this page?": ""} {
		is.Equal(sink.Says(sink.Words(text)), kind)
	}
}
