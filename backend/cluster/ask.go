package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/core/protocol"
)

const (
	// pollPause is how long a question that could not be asked waits.
	pollPause = 50 * time.Millisecond
	// silence is how long nobody may answer for a backend until it is gone: one
	// that has lost its NATS server is back sooner.
	silence = 2 * time.Second
	// maxAnswer bounds an answer, as the socket's limit bounds a result.
	maxAnswer = 24 << 20
)

// Ask passes a request on to the backend that has the browser and waits for its
// end, limit at most. Its errors are those of a request that is made there, and
//
//   - what [Options.Unsent] makes when it is certain that it did not get there;
//   - internal_error whose outcome is unknown when that backend is gone;
//   - timeout when there is no answer within the limit;
//   - invalid_action when it is too large for the NATS server.
func (c *Cluster) Ask(ctx context.Context, r Request, limit time.Duration) (protocol.Result, error) {
	c.mu.Lock()
	at, ok := c.where[r.User][r.Device]
	c.mu.Unlock()
	if !ok {
		return nil, c.o.Unsent("the browser has left the backend that had it: nothing has happened, try again when it is back")
	}
	r.ID, r.Raw = uuid.NewString(), protocol.AppendAction(nil, r.Action)
	data, err := json.Marshal(r)
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the request cannot be passed on to the backend that has the browser")
	}
	if most := c.o.Conn.MaxPayload() - 4<<10; int64(len(data)) > most {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action: is larger than the "+strconv.FormatInt(most>>10, 10)+
			" KiB that can be passed on to the backend that has the browser; send less at once, or let its operator raise max_payload of the NATS servers")
	}
	q := &question{c: c, run: at.run, id: r.ID, kind: r.Action.Kind(), full: data, since: time.Now()}
	short, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	raw, err := q.until(short)
	switch {
	case err == nil:
		q.tell(askDone)
		return c.unpack(r.Action.Kind(), raw)
	case ctx.Err() != nil:
		q.tell(askCancel)
		if q.tried {
			return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller; the action may have been sent, extract to see whether it happened").Unknown()
		}
		return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller").NotDone()
	case short.Err() != nil:
		q.tell(askCancel)
		return nil, protocol.NewError(protocol.CodeTimeout, "the backend that has the browser did not answer "+string(q.kind)+" within "+
			strconv.FormatFloat(limit.Seconds(), 'f', 0, 64)+" s; extract before you go on").Unknown()
	default:
		return nil, err
	}
}

// question is a request of ours at another backend.
type question struct {
	c       *Cluster
	run, id string
	kind    protocol.Kind
	full    []byte
	// begun: it is known to have begun; tried: it may have.
	begun, tried bool
	// mute is since when nobody answers for the backend, since when it is asked.
	mute, since time.Time
}

// until asks until there is an answer.
func (q *question) until(ctx context.Context) ([]byte, error) {
	var data []byte
	for {
		m := nats.NewMsg(one + q.run)
		m.Header.Set(headID, q.id)
		m.Header.Set(headAt, strconv.Itoa(len(data)))
		m.Header.Set(headType, askMore)
		if !q.begun {
			m.Header.Set(headType, askDo)
			m.Data = q.full
		}
		once, cancel := context.WithTimeout(ctx, hold+hold/2)
		reply, err := q.c.o.Conn.RequestMsgWithContext(once, m)
		cancel()
		if ctx.Err() != nil && err != nil {
			q.tried = q.tried || !errors.Is(err, nats.ErrNoResponders)
			return nil, ctx.Err()
		}
		switch {
		case errors.Is(err, nats.ErrNoResponders):
			if q.mute.IsZero() {
				q.mute = time.Now()
			}
			if !q.c.alive(q.run) || time.Since(q.mute) > silence {
				return nil, q.gone()
			}
		case errors.Is(err, nats.ErrReconnectBufExceeded): // not connected, so it was not sent
			if !q.c.alive(q.run) && time.Since(q.since) > dead {
				return nil, q.gone()
			}
		case err != nil: // the time is over, or the connection is lost
			q.tried = true
			if !q.c.alive(q.run) && q.c.o.Conn.IsConnected() {
				return nil, q.gone()
			}
		default:
			q.mute, q.begun, q.tried = time.Time{}, true, true
			done, err := q.add(reply, &data)
			if done || err != nil {
				return data, err
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pollPause):
		}
	}
}

// add takes a part of the answer.
func (q *question) add(m *nats.Msg, data *[]byte) (done bool, err error) {
	switch m.Header.Get(headState) {
	case statePending:
		return false, nil
	case stateAnswer:
	default:
		return false, unknown(q.kind, "the backend that had the browser has forgotten "+string(q.kind))
	}
	at, _ := strconv.Atoi(m.Header.Get(headAt))
	of, _ := strconv.Atoi(m.Header.Get(headOf))
	if of > maxAnswer {
		q.tell(askDone)
		return false, protocol.NewError(protocol.CodeInternal, "the answer to "+string(q.kind)+" is too large to be passed on; the action has happened: ask for less")
	}
	if at == len(*data) {
		*data = append(*data, m.Data...)
	}
	return len(*data) >= of, nil
}

// gone says what it means that the backend is gone.
func (q *question) gone() error {
	if !q.tried {
		return q.c.o.Unsent("the backend that had the browser is gone before " + string(q.kind) + " got there: nothing has happened, try again when the browser is back")
	}
	return unknown(q.kind, "the backend that had the browser was lost during "+string(q.kind))
}

func unknown(kind protocol.Kind, why string) error {
	return protocol.NewError(protocol.CodeInternal, why+"; extract to see what happened before you go on").Unknown()
}

// tell says something that needs no answer.
func (q *question) tell(what string) {
	m := nats.NewMsg(one + q.run)
	m.Header.Set(headID, q.id)
	m.Header.Set(headType, what)
	_ = q.c.o.Conn.PublishMsg(m)
}

func (c *Cluster) unpack(kind protocol.Kind, raw []byte) (protocol.Result, error) {
	var w answer
	if err := json.Unmarshal(raw, &w); err != nil {
		return nil, unknown(kind, "the other backend's answer to "+string(kind)+" is not readable")
	}
	switch {
	case w.Unsent && w.Error != nil:
		return nil, c.o.Unsent(w.Error.Message)
	case w.Error != nil:
		return nil, w.Error
	}
	r, err := protocol.DecodeResult(kind, w.Result)
	if err != nil {
		return nil, unknown(kind, "the other backend's answer to "+string(kind)+" is not valid")
	}
	return r, nil
}
