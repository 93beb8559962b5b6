package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// maxWanted bounds the body of a request about a run.
const maxWanted = 64 << 10

// Runs is what the routes of bua's own agent are connected to. What is JSON here is
// written and read by whoever drives runs.
type Runs struct {
	// Start begins one, List and Get tell how they stand.
	Start func(ctx context.Context, user string, wanted json.RawMessage) (json.RawMessage, error)
	List  func(user string) (json.RawMessage, error)
	Get   func(user, id string) (json.RawMessage, error)
	// Watch calls each with what happens behind an entry of its journal, until it ends.
	Watch func(ctx context.Context, user, id string, behind int, each func(entry int, update json.RawMessage) error) error
	// Tell gives it the person's word, by the verb: say, decide, pause, resume, stop.
	Tell func(user, id, verb string, body json.RawMessage) error
	// Remove forgets it, Export calls each with its journal.
	Remove func(user, id string) error
	Export func(user, id string, each func(json.RawMessage) error) error
}

// verbs are what can be told to a run.
var verbs = []string{"say", "decide", "pause", "resume", "stop"}

// routes adds the routes to mux.
func (o *Runs) routes(mux *http.ServeMux) {
	answer := func(w http.ResponseWriter, status int, body json.RawMessage, err error) {
		if err != nil {
			fail(w, err)
			return
		}
		write(w, status, body)
	}
	mux.HandleFunc("POST /api/runs", func(w http.ResponseWriter, r *http.Request) {
		if body, ok := wanted(w, r); ok {
			view, err := o.Start(r.Context(), User(r.Context()), body)
			answer(w, http.StatusCreated, view, err)
		}
	})
	mux.HandleFunc("GET /api/runs", func(w http.ResponseWriter, r *http.Request) {
		list, err := o.List(User(r.Context()))
		answer(w, http.StatusOK, list, err)
	})
	mux.HandleFunc("GET /api/runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		view, err := o.Get(User(r.Context()), r.PathValue("id"))
		answer(w, http.StatusOK, view, err)
	})
	mux.HandleFunc("DELETE /api/runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		if err := o.Remove(User(r.Context()), r.PathValue("id")); err != nil {
			fail(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	for _, verb := range verbs {
		mux.HandleFunc("POST /api/runs/{id}/"+verb, func(w http.ResponseWriter, r *http.Request) {
			body, ok := wanted(w, r)
			if !ok {
				return
			}
			if err := o.Tell(User(r.Context()), r.PathValue("id"), verb, body); err != nil {
				fail(w, err)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		})
	}
	mux.HandleFunc("GET /api/runs/{id}/events", o.events)
	mux.HandleFunc("GET /api/runs/{id}/journal", o.journal)
}

// noRuns answers where the backend has no agent of its own.
func noRuns(w http.ResponseWriter, _ *http.Request) {
	fail(w, protocol.NewError(protocol.CodeInvalidAction, "this backend runs no tasks: bua's own agent works in the desktop mode (bua serve), where the models are yours").NotDone())
}

// wanted reads the body of a request about a run: a JSON object, or nothing.
func wanted(w http.ResponseWriter, r *http.Request) (json.RawMessage, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWanted))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, "the body must be at most "+strconv.Itoa(maxWanted)+" bytes")
		return nil, false
	case err != nil:
		refuse(w, http.StatusBadRequest, "the request's body ended early")
		return nil, false
	}
	if body = bytes.TrimSpace(body); len(body) == 0 {
		body = []byte("{}")
	}
	if body[0] != '{' || !json.Valid(body) {
		refuse(w, http.StatusBadRequest, "the body must be a JSON object")
		return nil, false
	}
	return body, true
}

// events streams what happens in a run as server-sent events. The id of an event is
// the journal's entry; a client that reconnects sends it as Last-Event-ID.
func (o *Runs) events(w http.ResponseWriter, r *http.Request) {
	from := r.Header.Get("Last-Event-ID")
	if q := r.URL.Query().Get("behind"); q != "" {
		from = q
	}
	behind := 0
	if from != "" {
		var err error
		if behind, err = strconv.Atoi(from); err != nil || behind < 0 {
			refuse(w, http.StatusBadRequest, "behind: must be the number of an entry, as an event's id")
			return
		}
	}
	begun := false
	conn := http.NewResponseController(w)
	err := o.Watch(r.Context(), User(r.Context()), r.PathValue("id"), behind, func(entry int, update json.RawMessage) error {
		if !begun {
			begun = true
			h := w.Header()
			h.Set("Content-Type", "text/event-stream")
			h.Set("Cache-Control", "no-store")
			h.Set("X-Content-Type-Options", "nosniff")
		}
		text := "data: " + string(update) + "\n\n"
		if entry > 0 {
			text = "id: " + strconv.Itoa(entry) + "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		return conn.Flush()
	})
	if err != nil && !begun {
		fail(w, err)
	}
}

// journal answers with a run's journal, one entry a line, and the ending.
func (o *Runs) journal(w http.ResponseWriter, r *http.Request) {
	out := bufio.NewWriter(w)
	begun := false
	begin := func() {
		if !begun {
			begun = true
			h := w.Header()
			h.Set("Content-Type", "application/x-ndjson")
			h.Set("Cache-Control", "no-store")
			h.Set("X-Content-Type-Options", "nosniff")
		}
	}
	err := o.Export(User(r.Context()), r.PathValue("id"), func(entry json.RawMessage) error {
		begin()
		_, err := out.Write(append(entry[:len(entry):len(entry)], '\n'))
		return err
	})
	if err != nil && !begun {
		fail(w, err)
		return
	}
	begin()
	end := ending{End: true}
	if err != nil {
		end = ending{Error: protocol.NewError(protocol.CodeInternal, "the journal could not be read to its end; see the backend's log")}
	}
	_ = json.NewEncoder(out).Encode(end)
	_ = out.Flush()
}

// StartRun begins a run. Errors as [Client.Do].
func (c *Client) StartRun(ctx context.Context, wanted []byte) (view json.RawMessage, err error) {
	return view, c.call(ctx, http.MethodPost, "/api/runs", wanted, &view)
}

// Runs lists them, Run tells how one stands.
func (c *Client) Runs(ctx context.Context) (list json.RawMessage, err error) {
	return list, c.call(ctx, http.MethodGet, "/api/runs", nil, &list)
}

// Run tells how a run stands.
func (c *Client) Run(ctx context.Context, id string) (view json.RawMessage, err error) {
	return view, c.call(ctx, http.MethodGet, "/api/runs/"+url.PathEscape(id), nil, &view)
}

// TellRun gives a run the person's word.
func (c *Client) TellRun(ctx context.Context, id, verb string, body []byte) error {
	return c.call(ctx, http.MethodPost, "/api/runs/"+url.PathEscape(id)+"/"+verb, body, nil)
}

// RemoveRun forgets a run that has ended.
func (c *Client) RemoveRun(ctx context.Context, id string) error {
	return c.call(ctx, http.MethodDelete, "/api/runs/"+url.PathEscape(id), nil, nil)
}

// WatchRun calls each with what happens in a run behind an entry, until the backend
// ends the stream: the run has ended, or this client was too slow.
func (c *Client) WatchRun(ctx context.Context, id string, behind int, each func(update json.RawMessage) error) error {
	return c.lines(ctx, "/api/runs/"+url.PathEscape(id)+"/events?behind="+strconv.Itoa(behind), func(line []byte) (bool, error) {
		data, ok := strings.CutPrefix(string(line), "data: ")
		if !ok {
			return false, nil
		}
		return false, each(json.RawMessage(data))
	})
}

// ExportRun calls each with the entries of a run's journal.
func (c *Client) ExportRun(ctx context.Context, id string, each func(json.RawMessage) error) error {
	whole := false
	err := c.lines(ctx, "/api/runs/"+url.PathEscape(id)+"/journal", func(line []byte) (bool, error) {
		var end ending
		if json.Unmarshal(line, &end) == nil && (end.End || end.Error != nil) {
			if whole = end.Error == nil; !whole {
				return true, end.Error
			}
			return true, nil
		}
		return false, each(json.RawMessage(line))
	})
	if err == nil && !whole {
		err = errors.New("the backend's answer was cut off; try again")
	}
	return err
}

// lines calls each with every line of an answer, until it is told that it was the last.
func (c *Client) lines(ctx context.Context, path string, each func([]byte) (last bool, err error)) error {
	return c.open(ctx, http.MethodGet, path, nil, func(body io.Reader) error {
		s := bufio.NewScanner(body)
		s.Buffer(nil, 2<<20)
		for s.Scan() {
			if last, err := each(s.Bytes()); last || err != nil {
				return err
			}
		}
		if err := s.Err(); err != nil && ctx.Err() == nil {
			return reach(err)
		}
		return nil
	})
}
