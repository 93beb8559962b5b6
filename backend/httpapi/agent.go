package httpapi

import (
	"net/http"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// headerAgent names the program that asks, for the audit.
const headerAgent = "Bua-Agent"

// callerOf is who makes a request: the user that the token named, and what the program
// says of itself.
func callerOf(r *http.Request) protocol.Caller {
	name := r.Header.Get(headerAgent)
	if name == "" {
		name = r.UserAgent()
	}
	if len(name) > 96 {
		name = strings.ToValidUTF8(name[:96], "")
	}
	return protocol.Caller{User: User(r.Context()), Agent: name}
}
