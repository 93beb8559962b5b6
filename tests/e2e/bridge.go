package e2e

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
)

// Bridge is what of [app.Bridge] a stand-in for the browsers need not answer in a way of
// its own: one browser is always there.
type Bridge struct{}

func (Bridge) Reaches(string, string) bool        { return true }
func (Bridge) Absent() error                      { return errors.New("it is always there") }
func (Bridge) Expected(time.Time) time.Time       { return time.Time{} }
func (Bridge) Users() []string                    { return []string{app.Local} }
func (Bridge) Devices(string) []httpapi.Device    { return []httpapi.Device{{ID: "d", Connected: true}} }
func (Bridge) Pair(string) (httpapi.Code, error)  { return httpapi.Code{}, errors.New("none") }
func (Bridge) Revoke(string, string) error        { return errors.New("none") }
func (Bridge) Routes(*http.ServeMux)              {}
func (Bridge) InFlight() int                      { return 0 }
func (Bridge) Collectors() []prometheus.Collector { return nil }
func (Bridge) Drain(context.Context)              {}
func (Bridge) Close()                             {}
