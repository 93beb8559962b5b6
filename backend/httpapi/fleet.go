package httpapi

import (
	"context"
	"net/http"
	"net/url"

	"github.com/zapvol/bua/core/protocol"
)

// Browser is a device and whose it is.
type Browser struct {
	User string `json:"user"`
	Device
}

// fleet is who manages the browsers of several people: a token of that scope sees
// and revokes those of all users, and does nothing else. An operator's does so with
// their own.
func (o Options) fleet(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/fleet", func(w http.ResponseWriter, r *http.Request) {
		users := []string{User(r.Context())}
		if managesAll(r.Context()) {
			users = o.Users()
		}
		list := []Browser{}
		for _, u := range users {
			for _, d := range o.Status(u).Devices {
				list = append(list, Browser{u, d})
			}
		}
		write(w, http.StatusOK, list)
	})
	mux.HandleFunc("DELETE /api/fleet/{user}", func(w http.ResponseWriter, r *http.Request) {
		user := r.PathValue("user")
		if user != User(r.Context()) && !managesAll(r.Context()) {
			write(w, http.StatusForbidden, errorBody{protocol.NewError(CodeScope, "this takes a token of the scope fleet, since it is another user's: bua users add NAME --scope fleet makes one")})
			return
		}
		revoked := Revoked{Devices: []string{}}
		for _, d := range o.Status(user).Devices {
			if err := o.Revoke(user, d.ID); err != nil {
				fail(w, err)
				return
			}
			revoked.Devices = append(revoked.Devices, d.ID)
		}
		write(w, http.StatusOK, revoked)
	})
}

// Revoked is what became of a user's browsers.
type Revoked struct {
	Devices []string `json:"devices"`
}

func managesAll(ctx context.Context) bool {
	h, _ := ctx.Value(holderKey{}).(Holder)
	return h.Scope == ScopeFleet
}

// Actors lets through tokens with which one may act. [Agents] has to stand before
// it.
func Actors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if managesAll(r.Context()) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bua", error="insufficient_scope", scope="agent"`)
			write(w, http.StatusForbidden, errorBody{protocol.NewError(CodeScope, "a token of the scope fleet sees and revokes browsers, and does not act in them: use an agent's")})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// RevokeAll forgets every browser of a user.
func (c *Client) RevokeAll(ctx context.Context, user string) (r Revoked, err error) {
	return r, c.call(ctx, http.MethodDelete, "/api/fleet/"+url.PathEscape(user), nil, &r)
}

// Fleet lists the browsers that the token's holder manages.
func (c *Client) Fleet(ctx context.Context) (list []Browser, err error) {
	return list, c.call(ctx, http.MethodGet, "/api/fleet", nil, &list)
}
