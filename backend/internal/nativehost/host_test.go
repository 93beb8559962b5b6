package nativehost_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/internal/nativehost"
	"github.com/zapvol/bua/core/protocol"
)

var ours, theirs = strings.Repeat("a", 32), strings.Repeat("b", 32)

func framed(text string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
}

func answered(t *testing.T, out []byte) (a nativehost.Answer) {
	t.Helper()
	is := is.New(t)
	is.True(len(out) > 4)
	is.Equal(int(binary.LittleEndian.Uint32(out)), len(out)-4)
	is.NoErr(json.Unmarshal(out[4:], &a))
	return a
}

func host(asked *[]nativehost.Kind, err error) nativehost.Host {
	return nativehost.Host{Accepted: []string{ours, theirs}, Answer: func(_ context.Context, k nativehost.Kind) (nativehost.Answer, error) {
		*asked = append(*asked, k)
		return nativehost.Answer{ServerURL: "ws://127.0.0.1:1/ws/browser", Code: "AAAA"}, err
	}}
}

func TestServe(t *testing.T) {
	for _, row := range []struct {
		name, message string
		kind          nativehost.Kind
	}{
		{"a pairing", `{"type":"pair"}`, nativehost.KindPair},
		{"a start", `{"type":"start"}`, nativehost.KindStart},
		{"with what a later extension adds", `{"type":"pair","more":1}`, nativehost.KindPair},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var asked []nativehost.Kind
			var out bytes.Buffer
			is.NoErr(host(&asked, nil).Serve(t.Context(), "chrome-extension://"+theirs+"/", bytes.NewReader(framed(row.message)), &out))
			is.Equal(asked, []nativehost.Kind{row.kind})
			is.Equal(answered(t, out.Bytes()), nativehost.Answer{ServerURL: "ws://127.0.0.1:1/ws/browser", Code: "AAAA"})
		})
	}
}

// TestServe_refuses_strangers: who is not accepted gets no answer at all, and
// nothing is asked for them.
func TestServe_refuses_strangers(t *testing.T) {
	for _, origin := range []string{"", "chrome-extension://", "chrome-extension:///", "chrome-extension://" + ours, "chrome-extension://" + strings.Repeat("c", 32) + "/",
		"chrome-extension://" + ours + "/x", "https://" + ours + "/", "CHROME-EXTENSION://" + ours + "/", "chrome-extension://" + ours + ".evil.test/"} {
		t.Run(origin, func(t *testing.T) {
			is := is.New(t)
			var asked []nativehost.Kind
			var out bytes.Buffer
			err := host(&asked, nil).Serve(t.Context(), origin, bytes.NewReader(framed(`{"type":"pair"}`)), &out)
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.Equal(out.Len(), 0)
			is.Equal(len(asked), 0)
		})
	}
}

func TestServe_says_what_is_wrong(t *testing.T) {
	long := framed(`{"type":"pair"}`)
	binary.LittleEndian.PutUint32(long, 1<<30)
	for _, row := range []struct {
		name string
		in   []byte
		err  error
		want string
	}{
		{"nothing is sent", nil, nil, "message: there is none"},
		{"half a length", []byte{1, 0}, nil, "message: there is none"},
		{"too long", long, nil, "message: must be at most"},
		{"shorter than it says", framed(`{"type":"pair"}`)[:10], nil, "message: is shorter"},
		{"no JSON", framed(`pair`), nil, "type: must be"},
		{"another kind", framed(`{"type":"token"}`), nil, "type: must be"},
		{"no kind", framed(`{}`), nil, "type: must be"},
		{"what was asked for failed", framed(`{"type":"pair"}`), protocol.NewError(protocol.CodeInternal, "the disk is full"), "the disk is full"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var asked []nativehost.Kind
			var out bytes.Buffer
			is.NoErr(host(&asked, row.err).Serve(t.Context(), "chrome-extension://"+ours+"/", bytes.NewReader(row.in), &out))
			a := answered(t, out.Bytes())
			is.True(a.Error != nil)
			is.True(strings.Contains(a.Error.Message, row.want))
			is.Equal(a.Code+a.ServerURL, "")
			is.Equal(len(asked) > 0, row.err != nil)
		})
	}
}

func TestServe_when_nobody_listens(t *testing.T) {
	is := is.New(t)
	var asked []nativehost.Kind
	err := host(&asked, nil).Serve(t.Context(), "chrome-extension://"+ours+"/", bytes.NewReader(framed(`{"type":"pair"}`)), broken{})
	is.True(errors.Is(err, errBroken))
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestCalled(t *testing.T) {
	is := is.New(t)
	is.True(nativehost.Called([]string{"chrome-extension://" + ours + "/", "--parent-window=0"}))
	is.True(!nativehost.Called([]string{"serve"}))
	is.True(!nativehost.Called(nil))
}
