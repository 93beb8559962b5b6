package pipeline_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/core/protocol"
)

// harness is every port of a pipeline; steps is what they were asked for, in order.
type harness struct {
	steps []string
	asked []pipeline.Asked
	sent  []protocol.Action
	ids   []string
	ends  []error
	// refuses is what recording fails with, answers what the browser says.
	refuses, answers error
}

var (
	to     = protocol.Target{UID: "e1"}
	secret = protocol.Type{Target: to, Secret: "mail"}
	mail   = []string{"https://mail.example.com"}
	leaky  = protocol.NewError(protocol.CodeInvalidAction, "no hunter2")
)

func (r *harness) Begin(_ context.Context, a pipeline.Asked) (func(protocol.Result, error), error) {
	r.steps = append(r.steps, "record")
	if r.refuses != nil {
		return nil, r.refuses
	}
	r.asked = append(r.asked, a)
	return func(_ protocol.Result, err error) {
		r.steps = append(r.steps, "end")
		r.ends = append(r.ends, err)
	}, nil
}

// Fill has one secret of one user.
func (r *harness) Fill(user string, a protocol.Action) (protocol.Action, error) {
	r.steps = append(r.steps, "fill")
	if names := protocol.SecretNames(a); len(names) > 0 && (user != "ann" || !slices.Equal(names, []string{"mail"})) {
		return a, protocol.NewError(protocol.CodeInvalidAction, "secret: there is none of that name")
	}
	switch a := a.(type) {
	case protocol.Type:
		a.Text, a.Origins = "hunter2", mail
		return a, nil
	case protocol.FillForm:
		a.Fields = slices.Clone(a.Fields)
		for i := range a.Fields {
			if a.Fields[i].Secret != "" {
				a.Fields[i].Value, a.Fields[i].Origins = "hunter2", mail
			}
		}
		return a, nil
	case protocol.Screenshot:
		a.Hide = []string{"hunter2"}
		return a, nil
	}
	return a, nil
}

func (r *harness) Clean(_ string, _ protocol.Kind, result protocol.Result, err error) (protocol.Result, error) {
	r.steps = append(r.steps, "clean")
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), "hunter2", "*"))
	}
	return result, err
}

func (r *harness) send(_ context.Context, id string, a protocol.Action) (protocol.Result, error) {
	r.steps = append(r.steps, "send")
	r.ids, r.sent = append(r.ids, id), append(r.sent, a)
	return protocol.OK{OK: true}, r.answers
}

func (r *harness) do(t *testing.T, user string, a protocol.Action, elsewhere bool) error {
	_, err := pipeline.New(r, r).Do(t.Context(), protocol.Caller{User: user}, a, func() (pipeline.Route, error) {
		return pipeline.Route{Device: "d1", Remote: elsewhere, Send: r.send}, nil
	})
	return err
}

func TestDo_order(t *testing.T) {
	refusal := protocol.NewError(protocol.CodeInternal, "the disk is full")
	for _, row := range []struct {
		name      string
		r         harness
		a         protocol.Action
		elsewhere bool
		want      string
	}{
		{"an action", harness{}, protocol.GetTabs{}, false, "record fill send clean end"},
		{"one that fails in the browser", harness{answers: leaky}, protocol.GetTabs{}, false, "record fill send clean end"},
		{"one that cannot be recorded", harness{refuses: refusal}, secret, false, "record"},
		{"a secret that there is not", harness{}, protocol.Type{Target: to, Secret: "other"}, false, "record fill end"},
		{"one for another backend, which records it and fills it in", harness{}, secret, true, "send clean"},
		{"one that an agent may not ask for", harness{}, protocol.Screenshot{Hide: []string{"a"}}, false, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			_ = row.r.do(t, "ann", row.a, row.elsewhere)
			is.Equal(strings.Join(row.r.steps, " "), row.want)
		})
	}
}

func TestDo_records_what_is_sent(t *testing.T) {
	is := is.New(t)
	r := &harness{}
	is.NoErr(r.do(t, "ann", protocol.GetTabs{}, false))
	is.NoErr(r.do(t, "ann", protocol.GetTabs{}, false))
	is.Equal(r.asked[0], pipeline.Asked{ID: r.ids[0], Caller: protocol.Caller{User: "ann"}, Device: "d1", Action: protocol.GetTabs{}})
	is.True(r.ids[0] != "" && r.ids[0] != r.ids[1]) // an id is used once
}

func TestDo_no_way(t *testing.T) {
	is := is.New(t)
	r := &harness{}
	away := protocol.NewError(protocol.CodeInternal, "no browser is connected")
	_, err := pipeline.New(r, r).Do(t.Context(), protocol.Caller{User: "ann"}, secret, func() (pipeline.Route, error) { return pipeline.Route{}, away })
	is.Equal(err, error(away)) // as it is: its caller tells by its type whether to try again
	is.Equal(len(r.steps), 0)
}

func TestDo_fills_a_secret_in(t *testing.T) {
	is := is.New(t)
	r := &harness{answers: leaky}
	err := r.do(t, "ann", secret, false)
	is.True(err != nil && !strings.Contains(err.Error(), "hunter2"))
	is.Equal(r.ends, []error{err}) // the record has what the caller has
	sent := r.sent[0].(protocol.Type)
	is.Equal(sent.Text, "hunter2")
	is.Equal(sent.Origins, mail)
	is.Equal(r.asked[0].Action, protocol.Action(secret)) // the record has its name only

	r = &harness{}
	is.NoErr(r.do(t, "ann", protocol.Screenshot{}, false))
	is.Equal(r.sent[0].(protocol.Screenshot).Hide, []string{"hunter2"})

	t.Run("the fields of a form, and no other", func(t *testing.T) {
		is := is.New(t)
		r := &harness{answers: leaky}
		form := protocol.FillForm{Fields: []protocol.Fill{{Target: to, Value: "ann@example.com"}, {Target: to, Secret: "mail"}}}
		err := r.do(t, "ann", form, false)
		is.True(err != nil && !strings.Contains(err.Error(), "hunter2"))
		fields := r.sent[0].(protocol.FillForm).Fields
		is.Equal(fields[0], form.Fields[0])
		is.Equal(fields[1], protocol.Fill{Target: to, Value: "hunter2", Secret: "mail", Origins: mail})
		is.Equal(r.asked[0].Action, protocol.Action(form)) // the names only
	})
	for _, row := range []struct {
		name string
		a    protocol.Action
		says string
	}{
		{"a name that is not stored", protocol.Type{Target: to, Secret: "other"}, "none of that name"},
		{"a secret and a text", protocol.Type{Target: to, Secret: "mail", Text: "x"}, "exactly one of text and secret"},
		{"origins that an agent names", protocol.Type{Target: to, Secret: "mail", Origins: []string{"https://x.test"}}, "action.origins"},
		{"any field at the agent's word", protocol.Type{Target: to, Secret: "mail", AnyField: true}, "action.anyField"},
		{"what a picture hides at the agent's word", protocol.Screenshot{Hide: []string{"a"}}, "action.hide"},
		{"origins without a secret", protocol.Type{Target: to, Text: "x", Origins: []string{"https://x.test"}}, "action.origins"},
		{"a field with a secret and a value", fill(protocol.Fill{Target: to, Secret: "mail", Value: "x"}), "exactly one of value and secret"},
		{"a field's origins", fill(protocol.Fill{Target: to, Value: "x", Origins: []string{"https://x.test"}}), "origins"},
		{"a field for any", fill(protocol.Fill{Target: to, Secret: "mail", AnyField: true}), "anyField"},
		{"a field's name that is not stored", fill(protocol.Fill{Target: to, Secret: "other"}), "none of that name"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := &harness{}
			err := r.do(t, "ann", row.a, false)
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.True(strings.Contains(err.Error(), row.says))
			is.Equal(len(r.sent), 0) // nothing was sent
		})
	}
}

func fill(f protocol.Fill) protocol.FillForm { return protocol.FillForm{Fields: []protocol.Fill{f}} }

func TestNew_keeps_no_secrets(t *testing.T) {
	is := is.New(t)
	r := &harness{}
	_, err := pipeline.New(nil, nil).Do(t.Context(), protocol.Caller{User: "ann"}, secret, func() (pipeline.Route, error) {
		return pipeline.Route{Device: "d1", Send: r.send}, nil
	})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	is.Equal(len(r.sent), 0)
	result, err := pipeline.New(nil, nil).Do(t.Context(), protocol.Caller{User: "ann"}, protocol.GetTabs{}, func() (pipeline.Route, error) {
		return pipeline.Route{Device: "d1", Send: r.send}, nil
	})
	is.NoErr(err)
	is.Equal(result, protocol.Result(protocol.OK{OK: true}))
}
