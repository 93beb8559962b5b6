package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// AuditQuery picks rows of the audit; an empty field picks all.
type AuditQuery struct {
	User, Device, Agent, What, Action, Outcome, Origin string
	Since, Until                                       time.Time
}

// fields are the query's text fields by their names in a URL.
func (q *AuditQuery) fields() map[string]*string {
	return map[string]*string{"user": &q.User, "device": &q.Device, "agent": &q.Agent, "what": &q.What,
		"action": &q.Action, "outcome": &q.Outcome, "origin": &q.Origin}
}

func (q *AuditQuery) times() map[string]*time.Time {
	return map[string]*time.Time{"since": &q.Since, "until": &q.Until}
}

// values is the query in a URL.
func (q AuditQuery) values() url.Values {
	v := url.Values{}
	for name, s := range q.fields() {
		if *s != "" {
			v.Set(name, *s)
		}
	}
	for name, t := range q.times() {
		if !t.IsZero() {
			v.Set(name, t.UTC().Format(time.RFC3339Nano))
		}
	}
	return v
}

func parseQuery(v url.Values) (q AuditQuery, err error) {
	text, times := q.fields(), q.times()
	for name := range v {
		switch {
		case text[name] != nil:
			*text[name] = v.Get(name)
		case times[name] != nil:
			if *times[name], err = time.Parse(time.RFC3339Nano, v.Get(name)); err != nil {
				return q, protocol.NewError(protocol.CodeInvalidAction, name+" must be a time such as 2026-01-31T08:00:00Z")
			}
		default:
			return q, protocol.NewError(protocol.CodeInvalidAction, "the audit has no filter of that name; there are since, until, device, agent, what, action, outcome, origin, user")
		}
	}
	return q, nil
}

// ending is the last line of a list of rows: without it the list is cut off.
type ending struct {
	End   bool            `json:"end,omitempty"`
	Error *protocol.Error `json:"error,omitempty"`
}

// rows answers with one row a line, and the ending.
func (o Options) rows(w http.ResponseWriter, r *http.Request) {
	q, err := parseQuery(r.URL.Query())
	if err != nil {
		fail(w, err)
		return
	}
	begin(w, "application/x-ndjson")
	out := bufio.NewWriter(w)
	err = o.Audit(r.Context(), User(r.Context()), q, func(row json.RawMessage) error {
		_, err := out.Write(append(row, '\n'))
		return err
	})
	end(out, "audit", err)
}

// end writes the ending of a list of what's lines, which err has cut off.
func end(out *bufio.Writer, what string, err error) {
	last := ending{End: true}
	if err != nil {
		last = ending{Error: protocol.NewError(protocol.CodeInternal, "the "+what+" could not be read to its end; see the backend's log")}
	}
	_ = json.NewEncoder(out).Encode(last)
	_ = out.Flush()
}

// Audit calls each with every picked row, oldest first.
func (c *Client) Audit(ctx context.Context, q AuditQuery, each func(json.RawMessage) error) error {
	return c.open(ctx, http.MethodGet, "/api/audit?"+q.values().Encode(), nil, func(body io.Reader) error {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var end ending
			if err := json.Unmarshal(lines.Bytes(), &end); err != nil {
				return errors.New("the backend's answer is not valid; is it a bua of the same version?")
			}
			switch {
			case end.Error != nil:
				return end.Error
			case end.End:
				return nil
			}
			if err := each(json.RawMessage(lines.Bytes())); err != nil {
				return err
			}
		}
		return errors.Join(errors.New("the backend's answer was cut off; try again"), lines.Err())
	})
}

// VerifyAudit has the backend check the chain of the audit and returns its report.
func (c *Client) VerifyAudit(ctx context.Context) (report json.RawMessage, err error) {
	return report, c.call(ctx, http.MethodGet, "/api/audit/verify", nil, &report)
}
