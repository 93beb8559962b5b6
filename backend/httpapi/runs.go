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
	"github.com/zapvol/bua/core/runs"
)

// maxWanted bounds the body of a request about a run.
const maxWanted = 64 << 10

// ownRuns are the routes of bua's own agent, to all runs of this backend.
type ownRuns struct{ all *runs.Runs }

// word is what a run is told.
type word struct {
	// Question is the number of what is answered, 0 for a word unasked.
	Question int    `json:"question"`
	Text     string `json:"text"`
	Yes      bool   `json:"yes"`
	Once     bool   `json:"once"`
	runs.Bounds
}

// routes adds the routes to mux.
func (o ownRuns) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/runs", func(w http.ResponseWriter, r *http.Request) {
		var what runs.Wanted
		if wanted(w, r, &what) {
			view, err := o.all.Start(r.Context(), User(r.Context()), what)
			answer(w, http.StatusCreated, view, err)
		}
	})
	mux.HandleFunc("GET /api/runs", func(w http.ResponseWriter, r *http.Request) {
		list, err := o.all.List(User(r.Context()))
		answer(w, http.StatusOK, list, err)
	})
	mux.HandleFunc("GET /api/runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		view, err := o.all.Get(User(r.Context()), r.PathValue("id"))
		answer(w, http.StatusOK, view, err)
	})
	mux.HandleFunc("DELETE /api/runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		done(w, o.all.Remove(User(r.Context()), r.PathValue("id")))
	})
	for verb, tell := range map[string]func(user, id string, said word) error{
		"say": func(user, id string, said word) error { return o.all.Say(user, id, said.Question, said.Text) },
		"decide": func(user, id string, said word) error {
			return o.all.Decide(user, id, said.Question, said.Yes, said.Once)
		},
		"pause":  func(user, id string, said word) error { return o.all.Pause(user, id, said.Text) },
		"resume": func(user, id string, said word) error { return o.all.Resume(user, id, said.Bounds) },
		"stop":   func(user, id string, _ word) error { return o.all.Stop(user, id) },
	} {
		mux.HandleFunc("POST /api/runs/{id}/"+verb, func(w http.ResponseWriter, r *http.Request) {
			var said word
			if wanted(w, r, &said) {
				done(w, tell(User(r.Context()), r.PathValue("id"), said))
			}
		})
	}
	mux.HandleFunc("GET /api/runs/{id}/events", o.events)
	mux.HandleFunc("GET /api/runs/{id}/journal", o.journal)
}

// answer answers with a value, or why there is none.
func answer[T any](w http.ResponseWriter, status int, v T, err error) {
	if err != nil {
		fail(w, runs.Coded(err))
		return
	}
	write(w, status, v)
}

// done answers that something is done, or why not.
func done(w http.ResponseWriter, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// noRuns answers where the backend has no agent of its own.
func noRuns(w http.ResponseWriter, _ *http.Request) {
	fail(w, protocol.NewError(protocol.CodeInvalidAction, "this backend runs no tasks: bua's own agent works in the desktop mode (bua serve), where the models are yours").NotDone())
}

// wanted reads the body of a request about a run into a struct, in which an unknown member is a
// fault: it may be one that the caller relies on. It answers where the body is not valid.
func wanted(w http.ResponseWriter, r *http.Request, into any) bool {
	body, ok := object(w, r)
	if !ok {
		return false
	}
	if err := strict(body, into); err != nil {
		fail(w, protocol.NewError(protocol.CodeInvalidAction, "the body is not valid: "+err.Error()).NotDone())
		return false
	}
	return true
}

func strict(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// object reads the body of a request: a JSON object, or nothing.
func object(w http.ResponseWriter, r *http.Request) (json.RawMessage, bool) {
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
func (o ownRuns) events(w http.ResponseWriter, r *http.Request) {
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
	err := o.all.Watch(r.Context(), User(r.Context()), r.PathValue("id"), behind, func(u runs.Update) error {
		update, err := json.Marshal(u)
		if err != nil {
			return err
		}
		if !begun {
			begun = true
			begin(w, "text/event-stream")
		}
		text := "data: " + string(update) + "\n\n"
		if u.Entry > 0 {
			text = "id: " + strconv.Itoa(u.Entry) + "\n" + text
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
func (o ownRuns) journal(w http.ResponseWriter, r *http.Request) {
	out := bufio.NewWriter(w)
	begun := false
	err := o.all.Export(User(r.Context()), r.PathValue("id"), func(entry []byte) error {
		if !begun {
			begun = true
			begin(w, "application/x-ndjson")
		}
		_, err := out.Write(append(entry[:len(entry):len(entry)], '\n'))
		return err
	})
	if err != nil && !begun {
		fail(w, err)
		return
	}
	begin(w, "application/x-ndjson") // also of a journal without entries
	end(out, "journal", err)
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
