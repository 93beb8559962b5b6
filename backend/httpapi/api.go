package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/steps"
)

// Options says what the API is connected to. Every function is called with the
// user that the token named; calls overlap.
type Options struct {
	// Do runs one action on a device, "" for the only one, until ctx ends. Its
	// errors are [protocol.Error].
	Do func(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error)
	// Users lists whoever has a browser.
	Users func() []string
	// Status says who is connected.
	Status func(user string) Status
	// Pair makes a one-time code.
	Pair func(user string) (Code, error)
	// Revoke forgets a device. Error: invalid_action when there is none such.
	Revoke func(user, device string) error
	// Audit calls each with every picked row, and Verify checks the whole; nil
	// where there is no audit.
	Audit  func(ctx context.Context, user string, q AuditQuery, each func(json.RawMessage) error) error
	Verify func(ctx context.Context) (report json.RawMessage, err error)
	// Settings lists what the owner has decided; Set changes it, nil where that
	// is not up to users. Error: invalid_action for what there is not.
	Settings func(user string) []Setting
	Set      func(user, name, value string) error
	// Runs are bua's own agent's, Jobs are those that they are planned for; nil where
	// there are none.
	Runs *runs.Runs
	Jobs *Jobs
}

// Status is the answer of GET /api/status.
type Status struct {
	Version         string   `json:"version"`
	ProtocolVersion int      `json:"protocolVersion"`
	Mode            string   `json:"mode"`
	Address         string   `json:"address"`
	Devices         []Device `json:"devices"`
	InFlight        int      `json:"inFlight"`
	// Unsandboxed says why a browser that this backend launches has no sandbox,
	// "" when it has one.
	Unsandboxed string `json:"unsandboxed,omitempty"`
}

// Device is one paired browser.
type Device struct {
	ID        string    `json:"id"`
	Name      string    `json:"name,omitempty"`
	Browser   string    `json:"browser,omitempty"`
	PairedAt  time.Time `json:"pairedAt,omitzero"`
	Connected bool      `json:"connected"`
	// Version is that of its extension, as it last said since the backend started.
	Version string `json:"version,omitempty"`
	// LastSeen is when its socket last opened or closed, zero for never since
	// the backend started.
	LastSeen time.Time `json:"lastSeen,omitzero"`
	// Policy is what it last said of an organisation's policy: in force, in force
	// with mistakes, "" for none.
	Policy string `json:"policy,omitempty"`
	// Enrolment names the organisation's token by which it came, "" for a code.
	Enrolment string `json:"enrolment,omitempty"`
}

// Code is a one-time pairing code.
type Code struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expiresAt"`
	// ServerURL is what the extension connects to.
	ServerURL string `json:"serverUrl"`
}

// New returns the routes under /api/. [Agents] has to stand before it.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/act", o.act)
	mux.HandleFunc("GET /api/status", func(w http.ResponseWriter, r *http.Request) {
		write(w, http.StatusOK, o.Status(User(r.Context())))
	})
	mux.HandleFunc("POST /api/pair", func(w http.ResponseWriter, r *http.Request) {
		code, err := o.Pair(User(r.Context()))
		answer(w, http.StatusOK, code, err)
	})
	mux.HandleFunc("GET /api/devices", func(w http.ResponseWriter, r *http.Request) {
		write(w, http.StatusOK, o.Status(User(r.Context())).Devices)
	})
	mux.HandleFunc("DELETE /api/devices/{id}", func(w http.ResponseWriter, r *http.Request) {
		done(w, o.Revoke(User(r.Context()), r.PathValue("id")))
	})
	o.fleet(mux)
	if o.Audit != nil {
		mux.HandleFunc("GET /api/audit", o.rows)
		mux.HandleFunc("GET /api/audit/verify", func(w http.ResponseWriter, r *http.Request) {
			report, err := o.Verify(r.Context())
			answer(w, http.StatusOK, report, err)
		})
	}
	if o.Settings != nil {
		mux.HandleFunc("GET /api/policy", func(w http.ResponseWriter, r *http.Request) {
			write(w, http.StatusOK, o.Settings(User(r.Context())))
		})
		mux.HandleFunc("PUT /api/policy/{name}", o.set)
	}
	if o.Runs != nil {
		ownRuns{o.Runs}.routes(mux)
		o.Jobs.routes(mux)
	} else {
		for _, route := range []string{"/api/jobs", "/api/jobs/", "/api/schedule", "/api/runs", "/api/runs/"} {
			mux.HandleFunc(route, noRuns)
		}
	}
	return scoped(mux)
}

// acted is the body of a successful act.
type acted struct {
	Result json.RawMessage `json:"result"`
}

func (o Options) act(w http.ResponseWriter, r *http.Request) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "Content-Type must be application/json")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, protocol.MaxToExtension))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, "action must be at most "+strconv.Itoa(protocol.MaxToExtension)+" bytes; send less at once")
		return
	case tooSlow(err):
		write(w, http.StatusRequestTimeout, errorBody{protocol.NewError(protocol.CodeTimeout, "action came too slowly, so nothing was done; send it at once").NotDone()})
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "action is incomplete: the request's body ended early")
		return
	}
	device := r.URL.Query().Get("device")
	if len(device) > 64 {
		refuse(w, http.StatusBadRequest, "device must be at most 64 bytes, a device's id or name")
		return
	}
	asked, err := call(body, &device)
	if err != nil {
		fail(w, err)
		return
	}
	who := callerOf(r)
	done := asked.Run(r.Context(), func(ctx context.Context, a protocol.Action) (protocol.Result, error) {
		return o.Do(ctx, who, device, a)
	})
	if len(asked.Actions) > 1 || asked.Read != steps.ReadNone {
		write(w, http.StatusOK, several(done))
		return
	}
	if err := done.Steps[0].Err; err != nil {
		fail(w, err)
		return
	}
	write(w, http.StatusOK, acted{protocol.AppendResult(nil, done.Steps[0].Result)})
}
