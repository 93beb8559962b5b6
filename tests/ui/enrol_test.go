package ui

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/tests/e2e"
)

// fleetOf calls an office's server as who holds a token.
func fleetOf(t *testing.T, o *e2e.Office, n app.NewToken) *fleetClient {
	t.Helper()
	token, err := app.AddUser(o.Users, n)
	if err != nil {
		t.Fatal(err)
	}
	return &fleetClient{t, o, token}
}

// TestEnrol: a browser into which an organisation forces its policy pairs itself,
// without anybody being asked, and shows its person what was decided; the fleet's
// holder sees it with version and policy, and revokes all of the user. The token in
// the policy does not bring it back.
func TestEnrol(t *testing.T) {
	is := is.New(t)
	o := e2e.NewOffice(t)
	token, err := app.AddUser(o.Users, app.NewToken{User: "alice", Enrols: 1})
	is.NoErr(err)
	policy := fmt.Sprintf(`{"schemaVersion":1,"serverUrl":%q,"enrolment":%q,"blocklist":["payroll.test"]}`, o.Socket(), token)
	profile := t.TempDir()

	begun := time.Now()
	conn := managed(t, profile, policy, o.Switches()...)
	page := extensionPage(t, conn, "options/index.html#connection")
	page.says("Your organisation has connected this browser with " + o.Host)
	page.says("Connected")
	t.Logf("from the start of the browser to the connection: %v", time.Since(begun).Round(time.Millisecond))
	var buttons int
	page.eval(`document.querySelectorAll("#pair-here, form.pair, .button.danger").length`, &buttons)
	is.Equal(buttons, 0) // nothing of it is the person's to change

	fleet := fleetOf(t, o, app.NewToken{User: "helpdesk", Scope: httpapi.ScopeFleet})
	list := fleet.list()
	is.Equal(len(list), 1)
	is.Equal(list[0].User, "alice")
	is.True(list[0].Connected)
	is.True(list[0].Version != "")
	is.Equal(list[0].Policy, "in force")
	is.True(list[0].Enrolment != "")
	is.True(!list[0].LastSeen.IsZero())

	// A second browser gets nothing for the same token, and says so.
	other := extensionPage(t, managed(t, t.TempDir(), policy, o.Switches()...), "options/index.html#connection")
	other.says("That did not work. Tell your administrator.")
	other.says("This code was used already.")

	is.Equal(fleet.revoke("alice"), 1)
	page.says("This browser was revoked in the backend.")
	is.Equal(len(fleet.list()), 0)
}
