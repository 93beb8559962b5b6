package pipeline

import (
	"context"

	"github.com/google/uuid"

	"github.com/zapvol/bua/core/protocol"
)

// Pipeline puts recording and secrets around what sends. Use [New].
type Pipeline struct {
	record  Recorder
	secrets Secrets
}

// New returns a pipeline. No recorder records nothing, and no secrets refuse the
// actions that name one.
func New(record Recorder, secrets Secrets) *Pipeline {
	if record == nil {
		record = unrecorded{}
	}
	if secrets == nil {
		secrets = noSecrets{}
	}
	return &Pipeline{record, secrets}
}

// Route is the way of an action to its browser. Nothing has been sent yet.
type Route struct {
	// Device is the browser's id.
	Device string
	// Remote: another backend has the browser. It records the action and fills
	// its secrets in.
	Remote bool
	// Send sends the action, once, under that id.
	Send func(ctx context.Context, id string, a protocol.Action) (protocol.Result, error)
}

// Do carries out an action of whoever asks. It is the backend's door: it checks the
// action, and nobody behind it does again before the browser's end. It asks route for
// the way then; an error of route is the answer.
// What it returns was cleaned by [Secrets] and is what the record has.
func (p *Pipeline) Do(ctx context.Context, who protocol.Caller, a protocol.Action, route func() (Route, error)) (protocol.Result, error) {
	if err := protocol.ValidateFromAgent(a); err != nil {
		return nil, err
	}
	r, err := route()
	if err != nil {
		return nil, err
	}
	asked := Asked{ID: uuid.NewString(), Caller: who, Device: r.Device, Action: a}
	if r.Remote {
		result, err := r.Send(ctx, asked.ID, a)
		return p.secrets.Clean(who.User, a.Kind(), result, err) // what is stored here may not be stored there
	}
	end, err := p.record.Begin(ctx, asked)
	if err != nil {
		return nil, protocol.AsError(err)
	}
	full, err := p.secrets.Fill(who.User, a)
	if err != nil {
		end(nil, err)
		return nil, protocol.AsError(err)
	}
	result, err := r.Send(ctx, asked.ID, full)
	result, err = p.secrets.Clean(who.User, a.Kind(), result, err)
	end(result, err)
	return result, err
}
