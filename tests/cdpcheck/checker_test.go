package cdpcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// judged returns what the oracle says of one exchange.
func judged(t *testing.T, messages ...string) string {
	t.Helper()
	o := New(t)
	for _, m := range messages {
		up, data, _ := strings.Cut(m, " ")
		o.Hear(up == ">", []byte(data))
	}
	o.put(heard{})
	<-o.done
	var all []string
	for where, what := range o.wrong {
		all = append(all, fmt.Sprint(where, ": ", what))
	}
	return strings.Join(all, "; ")
}

func TestOracle(t *testing.T) {
	for _, row := range []struct {
		name     string
		messages []string
		says     string
	}{
		{"a command that is as it should be", []string{`> {"id":1,"method":"Page.navigate","params":{"url":"x"}}`}, ""},
		{"a command without parameters", []string{`> {"id":1,"method":"Page.enable"}`}, ""},
		{"a member that the command does not have", []string{`> {"id":1,"method":"Page.navigate","params":{"url":"x","adress":1}}`}, "adress"},
		{"a member of another type", []string{`> {"id":1,"method":"Page.navigate","params":{"url":1}}`}, "Page.navigate"},
		{"a number that is lost", []string{`> {"id":1,"method":"DOM.describeNode","params":{"depth":1.5}}`}, "DOM.describeNode"},
		{"a command that is not known here", []string{`> {"id":1,"method":"Page.fly"}`}, "commands.go"},
		{"a result that reads alike", []string{`> {"id":1,"method":"Page.navigate","params":{"url":"x"}}`, `< {"id":1,"result":{"frameId":"F","loaderId":"L"}}`}, ""},
		{"a refusal", []string{`> {"id":1,"method":"Page.navigate","params":{"url":"x"}}`, `< {"id":1,"error":{"code":1,"message":"no"}}`}, ""},
		{"a result of another shape", []string{`> {"id":1,"method":"Page.getFrameTree"}`, `< {"id":1,"result":{"frameTree":"none"}}`}, "result of Page.getFrameTree"},
		{"an event with half a character", []string{`< {"method":"Page.javascriptDialogOpening","params":{"url":"x","message":"a\ud83d","type":"alert","hasBrowserHandler":false}}`}, ""},
		{"an event member that core reads and cdproto does not know", []string{`< {"method":"Page.frameDetached","params":{"frameId":"F","reason":"remove","loaderId":"L"}}`}, "Page.frameDetached.loaderId"},
		{"one that core does not read", []string{`< {"method":"Page.frameDetached","params":{"frameId":"F","reason":"remove","colour":"red"}}`}, ""},
		{"an event that core does not know", []string{`< {"method":"Page.flown","params":{"frameId":1}}`}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got := judged(t, row.messages...)
			if row.says == "" {
				is.Equal(got, "")
				return
			}
			is.True(strings.Contains(got, row.says))
		})
	}
}

// What core's source names is found; the oracle would be silent otherwise.
func TestRead(t *testing.T) {
	is := is.New(t)
	w, err := Read()
	is.NoErr(err)
	is.True(w.Methods["Page.navigate"])
	is.True(w.Methods["Page.frameNavigated"])
	is.True(w.Names["frameId"])
	is.True(w.Names["remoteIPAddress"]) // in core/internal/tabstate alone
	is.True(len(w.Methods) > 40)
	is.True(len(w.Names) > 40)
}
