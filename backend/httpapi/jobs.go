package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// Jobs is what the routes of planned tasks are connected to. What is JSON here is
// written and read by whoever keeps the schedule.
type Jobs struct {
	// Add plans one, List tells how they stand.
	Add  func(user string, wanted json.RawMessage) (json.RawMessage, error)
	List func(user string) (json.RawMessage, error)
	// Tell gives one the person's word, by the verb: pause, resume, run.
	Tell func(user, id, verb string) error
	// Remove forgets it, and ends its run.
	Remove func(user, id string) error
	// On tells whether planned tasks run at all, Switch decides it.
	On     func(user string) bool
	Switch func(user string, on bool) error
}

// switched is whether planned tasks run at all.
type switched struct {
	On *bool `json:"on"`
}

// jobVerbs are what can be told to a planned task.
var jobVerbs = []string{"pause", "resume", "run"}

// routes adds the routes to mux.
func (o *Jobs) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/jobs", func(w http.ResponseWriter, r *http.Request) {
		body, ok := wanted(w, r)
		if !ok {
			return
		}
		view, err := o.Add(User(r.Context()), body)
		if err != nil {
			fail(w, err)
			return
		}
		write(w, http.StatusCreated, view)
	})
	mux.HandleFunc("GET /api/jobs", func(w http.ResponseWriter, r *http.Request) {
		list, err := o.List(User(r.Context()))
		if err != nil {
			fail(w, err)
			return
		}
		write(w, http.StatusOK, list)
	})
	tell := func(route string, do func(user, id string) error) {
		mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			if err := do(User(r.Context()), r.PathValue("id")); err != nil {
				fail(w, err)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		})
	}
	for _, verb := range jobVerbs {
		tell("POST /api/jobs/{id}/"+verb, func(user, id string) error { return o.Tell(user, id, verb) })
	}
	tell("DELETE /api/jobs/{id}", o.Remove)
	mux.HandleFunc("GET /api/schedule", func(w http.ResponseWriter, r *http.Request) {
		on := o.On(User(r.Context()))
		write(w, http.StatusOK, switched{&on})
	})
	mux.HandleFunc("PUT /api/schedule", func(w http.ResponseWriter, r *http.Request) {
		body, ok := wanted(w, r)
		if !ok {
			return
		}
		var s switched
		d := json.NewDecoder(bytes.NewReader(body))
		d.DisallowUnknownFields()
		if d.Decode(&s) != nil || s.On == nil {
			refuse(w, http.StatusBadRequest, `the body must be {"on": true} or {"on": false}`)
			return
		}
		if err := o.Switch(User(r.Context()), *s.On); err != nil {
			fail(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
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
