package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// TestFail: each code is answered with the status that it declares, and is in the body.
func TestFail(t *testing.T) {
	for _, c := range append(protocol.Codes(), protocol.CodeInfo{Code: "of_a_later_build", Status: http.StatusInternalServerError}) {
		t.Run(string(c.Code), func(t *testing.T) {
			is := is.New(t)
			w := httptest.NewRecorder()
			fail(w, protocol.NewError(c.Code, "why"))
			is.Equal(w.Code, c.Status)
			is.True(strings.Contains(w.Body.String(), `"code":"`+string(c.Code)+`"`))
		})
	}
}
