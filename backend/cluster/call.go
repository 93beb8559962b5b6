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
	// answerIn is how long a call waits until its backend, which answers every
	// [hold], has answered.
	answerIn = hold + hold/2
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
	k := key{r.User, r.Device}
	at := c.locate(k)
	if at == nil {
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
	q := &call{c: c, run: at.Run, id: r.ID, kind: r.Action.Kind(), full: data}
	short, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	raw, err := q.until(short)
	switch {
	case err == nil:
		q.tell(askDone)
		result, err := c.unpack(r.Action.Kind(), raw)
		if c.o.IsUnsent(err) {
			c.mistaken(k)
		}
		return result, err
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
		c.mistaken(k)
		return nil, err
	}
}

// call is a request of ours at another backend.
type call struct {
	c       *Cluster
	run, id string
	kind    protocol.Kind
	full    []byte
	// begun: it is known to have begun; tried: it may have.
	begun, tried bool
	// mute is since when nobody answers for the backend, cut since when there is
	// no NATS, both zero when not so. quiet is for how long what was asked had no
	// answer.
	mute, cut time.Time
	quiet     time.Duration
}

// until asks until there is an answer.
func (q *call) until(ctx context.Context) ([]byte, error) {
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
		conn := q.c.o.Conn
		before := conn.Stats().Reconnects
		once, cancel := context.WithTimeout(ctx, answerIn)
		reply, err := conn.RequestMsgWithContext(once, m)
		cancel()
		if ctx.Err() != nil && err != nil {
			q.tried = q.tried || !errors.Is(err, nats.ErrNoResponders)
			return nil, ctx.Err()
		}
		switch {
		case err == nil:
			q.mute, q.cut, q.quiet, q.begun, q.tried = time.Time{}, time.Time{}, 0, true, true
			done, err := q.add(reply, &data)
			if done || err != nil {
				return data, err
			}
			continue
		case errors.Is(err, nats.ErrNoResponders): // so it did not get there
			if q.cut = (time.Time{}); over(&q.mute, silence) {
				return nil, q.gone()
			}
		case errors.Is(err, nats.ErrReconnectBufExceeded), !conn.IsConnected():
			q.tried = q.tried || !errors.Is(err, nats.ErrReconnectBufExceeded) // that was not sent
			if q.mute = (time.Time{}); over(&q.cut, keepWithoutNATS) {
				return nil, q.gone()
			}
		default:
			q.tried, q.mute, q.cut = true, time.Time{}, time.Time{}
			if conn.Stats().Reconnects == before { // it was not this backend that was cut off
				q.quiet += answerIn
			}
			if q.quiet >= silenceLimit {
				return nil, q.gone()
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pollPause):
		}
	}
}

// over notes that something begins now, unless it has begun, and reports whether
// it has lasted too long.
func over(since *time.Time, limit time.Duration) bool {
	if since.IsZero() {
		*since = time.Now()
	}
	return time.Since(*since) > limit
}

// add takes a part of the answer.
func (q *call) add(m *nats.Msg, data *[]byte) (done bool, err error) {
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
func (q *call) gone() error {
	if !q.tried {
		return q.c.o.Unsent("the backend that had the browser is gone before " + string(q.kind) + " got there: nothing has happened, try again when the browser is back")
	}
	return unknown(q.kind, "the backend that had the browser was lost during "+string(q.kind))
}

func unknown(kind protocol.Kind, why string) error {
	return protocol.NewError(protocol.CodeInternal, why+"; extract to see what happened before you go on").Unknown()
}

// tell says something that needs no answer.
func (q *call) tell(what string) {
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
