package httpapi

import (
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/zapvol/bua/core/protocol"
)

// statuses has the HTTP status of every code. The code in the body is what counts;
// the status is for those who look no further.
var statuses = func() map[protocol.Code]int {
	all := map[protocol.Code]int{}
	for _, c := range protocol.Codes() {
		all[c.Code] = c.Status
	}
	return all
}()

// statusOf is the status of a code, that of a fault of ours for one that is not known.
func statusOf(code protocol.Code) int { return cmp.Or(statuses[code], http.StatusInternalServerError) }

// errorBody is the body of every refusal and failure.
type errorBody struct {
	Error *protocol.Error `json:"error"`
}

// refuse answers a request that never became an action.
func refuse(w http.ResponseWriter, status int, message string) {
	write(w, status, errorBody{protocol.NewError(protocol.CodeInvalidAction, message)})
}

// fail answers with a coded error.
func fail(w http.ResponseWriter, err error) {
	e := protocol.AsError(err)
	write(w, statusOf(e.Code), errorBody{e})
}

// begin sets the headers of an answer, which is for its asker alone.
func begin(w http.ResponseWriter, contentType string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
}

func write(w http.ResponseWriter, status int, body any) {
	begin(w, "application/json")
	w.WriteHeader(status)
	// The client may be gone; there is nobody left to tell.
	_ = json.NewEncoder(w).Encode(body)
}
