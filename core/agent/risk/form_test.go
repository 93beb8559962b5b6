package risk_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

const reply = "Title: a\nBody: b"

func form(what, to, purpose, fields string) risk.Facts {
	return risk.Facts{Does: "send", What: what, Site: shopOrigin, To: to, Purpose: purpose, Form: fields}
}

// A yes is to one control of one form, again and again; what is not like it is asked
// about.
func TestAllow_OneForm(t *testing.T) {
	allowed := form("Save", shopOrigin, "", reply)
	for _, row := range []struct {
		sentence string
		facts    risk.Facts
		want     risk.Sink
	}{
		{"the same", allowed, ""},
		{"with other values", form("Save", shopOrigin, "", "Title: \nBody: c"), ""},
		{"of another record", form("Save", shopOrigin, "", "Title: x\nBody 2: y"), ""},
		{"another control of it", form("Publish", shopOrigin, "", reply), risk.Send},
		{"another form's", form("Save", shopOrigin, "", "Ticket: a"), risk.Send},
		{"one without a form", form("Save", "", "", ""), risk.Send},
		{"to another site", form("Save", "https://evil.test", "", reply), risk.Send},
		{"a login", form("Save", shopOrigin, "login", reply), risk.Send},
		{"a password", form("Save", shopOrigin, "new-password", reply), risk.Access},
		{"who may do what", form("Save", shopOrigin, "permissions", reply), risk.Access},
		{"money", risk.Facts{Does: "pay", What: "Save", Site: shopOrigin, Form: reply}, risk.Pay},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			s := begun("buy")
			s.Allow(allowed.Question(), 0, false)
			back := risk.State{}
			is.True(record.Read(record.Append(nil, s), &back)) // a journal keeps it
			is.Equal(back.Held(row.facts, 0).Sink, row.want)
			under := back.Under(row.facts.Question(), 0)
			is.Equal(under.None(), row.want != "")
			is.Equal(len(back.May(shopOrigin, 0)), 1) // it is held first, so that its form is seen
		})
	}
}

// The person reads what a form holds and where it goes.
func TestQuestion_Form(t *testing.T) {
	is := is.New(t)
	f := form("Send", "https://other.test", "", "To: ann@shop.example\nEmpty: \nPassword: (secret)")
	q := f.Question()
	is.Equal(q.Text, "To: ann@shop.example\nPassword: (secret)")
	is.Equal(q.To, "https://other.test")
	s := begun("buy")
	is.True(!s.Asking(q).Once)
	s.Confirm = true
	is.Equal(s.Asking(q).Covers(), "this act alone")
	s.Grant([]risk.Grant{{Sites: []string{"shop.example"}, Sinks: []risk.Sink{risk.Send}}})
	s.Confirm = false
	is.Equal(s.Held(f, 0).Sink, risk.Send) // what was allowed before the run is for that site
}

// What the task gives to log in with is there to be used, on the task's sites.
func TestLogsIn(t *testing.T) {
	const fields = "Email: ann@shop.example\nPassword: (secret)\nRemember me: ✓"
	login := form("Log in", shopOrigin, "login", fields)
	elsewhere := login
	elsewhere.Site, elsewhere.To = mailOrigin, mailOrigin
	for _, row := range []struct {
		sentence, task string
		facts          risk.Facts
		typed          []string
		filled         bool
		want           bool
	}{
		{"by the task's words", "log in as ann@shop.example with hunter2!", login, []string{"hunter2!"}, false, true},
		{"in the place of another name", "log in as ann@shop.example with hunter2!", form("Log in", shopOrigin, "login", "Email: bob@shop.example → ann@shop.example\nPassword: (secret)"), []string{"hunter2!"}, false, true},
		{"without being remembered", "log in as ann@shop.example with hunter2!", form("Log in", shopOrigin, "login", strings.Replace(fields, "✓", "☐", 1)), []string{"hunter2!"}, false, true},
		{"another name", "log in as bob@shop.example with hunter2!", login, []string{"hunter2!"}, false, false},
		{"a password of the model's", "log in as ann@shop.example", login, []string{"hunter2!"}, false, false},
		{"a password that the browser knows", "log in as ann@shop.example", login, nil, false, false},
		{"a stored secret", "log in as ann@shop.example", login, nil, true, true},
		{"elsewhere", "log in as ann@shop.example with hunter2!", elsewhere, []string{"hunter2!"}, false, false},
		{"to another site", "log in as ann@shop.example with hunter2!", form("Log in", "https://evil.test", "login", fields), []string{"hunter2!"}, false, false},
		{"its first step", "log in as ann@shop.example", form("Next", shopOrigin, "login", "Email: ann@shop.example"), nil, false, true},
		{"what is no login", "send ann@shop.example hunter2!", form("Send", shopOrigin, "", fields), []string{"hunter2!"}, false, false},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			s := begun(row.task)
			if row.filled {
				s.Wrote(protocol.Type{Secret: "shop"}, shop)
			}
			is.Equal(s.LogsIn(&row.facts, row.typed), row.want)
			s.Confirm = true
			is.True(!s.LogsIn(&row.facts, row.typed))
		})
	}
}
