package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/runs"
)

// Jobs are what the routes of planned tasks are connected to.
type Jobs struct {
	All *jobs.Jobs
	// Add plans one.
	Add func(user string, p Planned) (jobs.View, error)
}

// Planned is a task that is to be planned.
type Planned struct {
	runs.Wanted
	jobs.Time
	Title string `json:"title"`
}

// switched is whether planned tasks run at all.
type switched struct {
	On *bool `json:"on"`
}

// routes adds the routes to mux.
func (o *Jobs) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/jobs", func(w http.ResponseWriter, r *http.Request) {
		var p Planned
		if wanted(w, r, &p) {
			view, err := o.Add(User(r.Context()), p)
			answer(w, http.StatusCreated, view, err)
		}
	})
	mux.HandleFunc("GET /api/jobs", func(w http.ResponseWriter, r *http.Request) {
		write(w, http.StatusOK, o.All.List(User(r.Context())))
	})
	tell := func(route string, do func(user, id string) error) {
		mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) { done(w, do(User(r.Context()), r.PathValue("id"))) })
	}
	for verb, word := range map[string]schedule.Type{"pause": schedule.Pause, "resume": schedule.Unpause, "run": schedule.Now} {
		tell("POST /api/jobs/{id}/"+verb, func(user, id string) error { return o.All.Tell(user, id, word) })
	}
	tell("DELETE /api/jobs/{id}", o.All.Remove)
	mux.HandleFunc("GET /api/schedule", func(w http.ResponseWriter, r *http.Request) {
		on := o.All.On(User(r.Context()))
		write(w, http.StatusOK, switched{&on})
	})
	mux.HandleFunc("PUT /api/schedule", func(w http.ResponseWriter, r *http.Request) {
		body, ok := object(w, r)
		if !ok {
			return
		}
		var s switched
		if strict(body, &s) != nil || s.On == nil {
			refuse(w, http.StatusBadRequest, `the body must be {"on": true} or {"on": false}`)
			return
		}
		done(w, o.All.Switch(User(r.Context()), *s.On))
	})
}

// AddJob plans a task. Errors as [Client.Do].
func (c *Client) AddJob(ctx context.Context, wanted []byte) (view json.RawMessage, err error) {
	return view, c.call(ctx, http.MethodPost, "/api/jobs", wanted, &view)
}

// Jobs lists the planned tasks.
func (c *Client) Jobs(ctx context.Context) (list json.RawMessage, err error) {
	return list, c.call(ctx, http.MethodGet, "/api/jobs", nil, &list)
}

// TellJob gives a planned task the person's word.
func (c *Client) TellJob(ctx context.Context, id, verb string) error {
	return c.call(ctx, http.MethodPost, "/api/jobs/"+url.PathEscape(id)+"/"+verb, nil, nil)
}

// RemoveJob forgets a planned task.
func (c *Client) RemoveJob(ctx context.Context, id string) error {
	return c.call(ctx, http.MethodDelete, "/api/jobs/"+url.PathEscape(id), nil, nil)
}

// JobsOn tells whether planned tasks run at all.
func (c *Client) JobsOn(ctx context.Context) (bool, error) {
	var s switched
	err := c.call(ctx, http.MethodGet, "/api/schedule", nil, &s)
	return s.On != nil && *s.On, err
}

// SwitchJobs switches all planned tasks on or off.
func (c *Client) SwitchJobs(ctx context.Context, on bool) error {
	body, err := json.Marshal(switched{&on})
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPut, "/api/schedule", body, nil)
}
