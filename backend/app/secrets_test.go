package app

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/core/protocol"
)

const kept = `canary-value"<é>`

func TestFiller(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	set := func(user, name, value string) {
		_, err := (&secrets.Vault{File: home.Path("secrets.json")}).Set(secrets.Secret{Entry: secrets.Entry{User: user, Name: name, Origins: []string{"https://a.example"}}, Value: value})
		is.NoErr(err)
	}
	begin := func() *secretFiller { return &secretFiller{vault: &secrets.Vault{File: home.Path("secrets.json")}} }
	page := protocol.ExtractResult{URL: "https://a.example/?p=canary-value%22%3c%C3%A9%3E", Title: kept, Elements: []protocol.Element{}}
	says := func(f *secretFiller, user string) string {
		r, err := f.Clean(user, protocol.KindExtract, page, nil)
		is.NoErr(err)
		return string(protocol.AppendResult(nil, r))
	}
	first := begin()
	is.True(strings.Contains(says(first, "ann"), "canary")) // nothing is stored
	set("ann", "a", kept)
	for name, f := range map[string]*secretFiller{"what runs": first, "after a restart, or at another backend": begin()} {
		if said := says(f, "ann"); strings.Contains(said, "canary") || strings.Count(said, "[secret a]") != 2 {
			t.Errorf("%s: %s", name, said)
		}
		is.True(strings.Contains(says(f, "bob"), "canary")) // it is none of bob's
	}

	a, err := first.Fill("ann", protocol.Type{Secret: "a"})
	is.NoErr(err)
	is.Equal(a, protocol.Action(protocol.Type{Secret: "a", Text: kept, Origins: []string{"https://a.example"}}))
	set("ann", "a", "another-value")
	is.True(!strings.Contains(says(first, "ann"), "canary")) // it was given out, and is stored no more
	is.True(strings.Contains(says(begin(), "ann"), "canary"))

	_, err = first.Clean("ann", protocol.KindClick, nil, protocol.NewError(protocol.CodeInvalidAction, "threw: canary-value%22%3C%E9%3E; fix"))
	is.Equal(err.Error(), "invalid_action: threw: [secret a]; fix")
	shot, err := first.Fill("ann", protocol.Screenshot{})
	is.NoErr(err)
	is.True(len(shot.(protocol.Screenshot).Hide) > 2)
	gone := &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.example/another-value", Title: "x"}}
	r, err := first.Clean("ann", protocol.KindScreenshot, protocol.ScreenshotResult{DataURL: "data:image/jpeg;base64,YW5vdGhlci12YWx1ZQ==", Effects: gone}, nil)
	is.NoErr(err)
	is.Equal(r.(protocol.ScreenshotResult).DataURL, "data:image/jpeg;base64,YW5vdGhlci12YWx1ZQ==") // no text
	is.Equal(r.(protocol.ScreenshotResult).Effects.Navigated.URL, "https://a.example/[secret a]")
	r, err = first.Clean("ann", protocol.KindEvaluate, protocol.EvaluateResult{Type: "object", Value: []byte(`{"another-value":["another-value"]}`)}, nil)
	is.NoErr(err)
	is.Equal(string(r.(protocol.EvaluateResult).Value), `{"[secret a]":["[secret a]"]}`)
}

// Each text of an error is searched, as those of a result are: a page may have
// written it. Only words of a closed list are not.
func TestFiller_errors(t *testing.T) {
	is := is.New(t)
	v := &secrets.Vault{File: Home(t.TempDir()).Path("secrets.json")}
	_, err := v.Set(secrets.Secret{Entry: secrets.Entry{User: "ann", Name: "a", Origins: []string{"https://a.example"}}, Value: kept})
	is.NoErr(err)
	e := &protocol.Error{}
	texts := write(t, reflect.ValueOf(e).Elem(), kept)
	is.True(texts >= 3) // the message, and the words and the site of what was not done
	_, err = (&secretFiller{vault: v}).Clean("ann", protocol.KindClick, nil, e)
	clean := protocol.AsError(err)
	is.True(clean.Held != nil)
	is.Equal(strings.Count(fmt.Sprintf("%+v %+v", *clean, *clean.Held), "[secret a]"), texts)
	is.True(!strings.Contains(fmt.Sprintf("%+v %+v", *clean, *clean.Held), kept))
	is.Equal(e.Held.What, kept) // what the browser's end has sent stays as it is
}

// write puts a text into every field of a value that can hold one, also inside, and
// returns how many there are.
func write(t *testing.T, v reflect.Value, text string) (n int) {
	t.Helper()
	switch v.Interface().(type) {
	case protocol.Code, protocol.ErrorOutcome, protocol.Reason, protocol.Sink:
		return 0 // words of the protocol's own; whatever else comes is read as one of them
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
		return 1
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return write(t, v.Elem(), text)
	case reflect.Struct:
		for i := range v.NumField() {
			n += write(t, v.Field(i), text)
		}
		return n
	case reflect.Bool, reflect.Int, reflect.Float64:
		return 0
	}
	t.Fatalf("an error carries a %s: say here how it is filled, and clean it in protocol.Error.Rewrite", v.Type())
	return 0
}

// lockedRing is a keyring that gives nothing out.
type lockedRing struct{}

func (lockedRing) Set(string, string) error { return nil }
func (lockedRing) Get(string) (string, error) {
	return "", protocol.NewError(protocol.CodeInternal, "locked")
}
func (lockedRing) Delete(string) error { return nil }

// What cannot be looked for must not come: nothing is sent.
func TestFiller_lockedKeyring(t *testing.T) {
	is := is.New(t)
	v := &secrets.Vault{File: Home(t.TempDir()).Path("secrets.json"), Ring: lockedRing{}}
	_, err := v.Set(secrets.Secret{Entry: secrets.Entry{User: "ann", Name: "a", Origins: []string{"https://a.example"}}, Value: kept})
	is.NoErr(err)
	f := &secretFiller{vault: v}
	_, err = f.Fill("ann", protocol.Extract{})
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.True(protocol.OutcomeOf(err) == protocol.ErrorNotDone && strings.Contains(err.Error(), "unlock"))
	_, err = f.Clean("ann", protocol.KindExtract, protocol.ExtractResult{Title: kept}, nil)
	is.True(err != nil && !strings.Contains(err.Error(), "canary"))
	_, err = f.Fill("bob", protocol.Extract{})
	is.NoErr(err)
}
