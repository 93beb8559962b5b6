package pairing

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// maxBody is the size of a request body.
const maxBody = 4 << 10

// ServeHTTP serves POST /api/browser-extension/pairing-token: a code for a
// device key. Only our extension, on an allowed host, gets as far as the code.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	refused := s.guard(w, r)
	if refused == nil {
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		var p Pairing
		if p, refused = s.redeem(r); refused == nil {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(p)
			return
		}
	}
	if refused.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "60")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(refused.Status)
	type body struct {
		*protocol.Error
		Field string `json:"field,omitempty"`
	}
	_ = json.NewEncoder(w).Encode(map[string]body{"error": {refused.Err, refused.Field}})
}

// guard checks all of a request but its body, and sets the headers that every
// answer has.
func (s *Service) guard(w http.ResponseWriter, r *http.Request) *Refusal {
	bad := func(status int, field, message string) *Refusal {
		return &Refusal{protocol.NewError(protocol.CodeInvalidAction, field+": "+message), field, status}
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Add("Vary", "Origin")
	if !link.HostAllowed(r.Host, loopback.Port(r), s.o.Hosts) {
		s.o.Log.Warn("pairing refused", "why", "host", "host", scan.Clip(r.Host, 128), "from", s.o.Address(r))
		return bad(http.StatusForbidden, "Host", "is not one that this backend serves; dial it by its configured name")
	}
	caller := link.ExtensionOf(r.Header.Values("Origin"), s.o.ExtensionIDs)
	if caller == "" {
		s.o.Log.Warn("pairing refused", "why", "origin", "origin", scan.Clip(r.Header.Get("Origin"), 128), "from", s.o.Address(r))
		return bad(http.StatusForbidden, "Origin", "only the bua extension may pair; type the code into its options")
	}
	w.Header().Set("Access-Control-Allow-Origin", link.Origin(caller))
	switch {
	case r.URL.Path != link.PairingPath:
		return bad(http.StatusNotFound, "path", "codes are redeemed at "+link.PairingPath)
	case r.Method == http.MethodOptions:
		w.Header().Set("Access-Control-Allow-Methods", http.MethodPost)
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.Header().Set("Access-Control-Max-Age", "600")
		return nil
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "POST, OPTIONS")
		return bad(http.StatusMethodNotAllowed, "method", "must be POST")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return bad(http.StatusUnsupportedMediaType, "Content-Type", "must be application/json")
	}
	return nil
}

func (s *Service) redeem(r *http.Request) (Pairing, *Refusal) {
	data, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil || len(data) > maxBody {
		return Pairing{}, &Refusal{protocol.NewError(protocol.CodeInvalidAction, "body: must be at most 4096 bytes"), "body", http.StatusRequestEntityTooLarge}
	}
	var body struct {
		Code       string `json:"code"`
		DeviceName string `json:"deviceName"`
		Browser    string `json:"browser"`
	}
	if err := jsonv2.Unmarshal(data, &body); err != nil {
		var semantic *jsonv2.SemanticError
		if errors.As(err, &semantic) && semantic.JSONPointer != "" {
			return Pairing{}, fieldError(semantic.JSONPointer.LastToken(), "must be a string")
		}
		return Pairing{}, fieldError("body", "must be a JSON object with code, deviceName and browser, each at most once")
	}
	if body.Code == "" {
		return Pairing{}, fieldError("code", "is required; get one from the backend")
	}
	p, err := s.Redeem(body.Code, body.DeviceName, body.Browser, s.o.Address(r))
	if err != nil {
		var refused *Refusal
		if errors.As(err, &refused) {
			return Pairing{}, refused
		}
		return Pairing{}, &Refusal{protocol.AsError(err), "", http.StatusInternalServerError}
	}
	if p.ServerURL == "" {
		p.ServerURL = "ws://" + r.Host + link.SocketPath
		if r.TLS != nil {
			p.ServerURL = "wss://" + r.Host + link.SocketPath
		}
	}
	return p, nil
}
