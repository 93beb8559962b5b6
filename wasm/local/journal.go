package local

import (
	"context"
	"encoding/base64"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/wasm/chrome"
)

// The tables of the document's database.
const (
	notes    = "notes"
	pictures = "pictures"
	days     = "days"
	planned  = "jobs"
)

// journal keeps runs in the document's database.
type journal struct{ host chrome.Host }

// said is what a refusal of the document's says.
func said(err error) string {
	if r, is := protocol.As[*chrome.Refusal](err); is {
		return r.Text
	}
	return ""
}

// Append implements [runs.Journal].
func (j journal) Append(run string, after uint64, entry []byte) (uint64, error) {
	at, err := appendCall{Run: run, After: int64(after), Entry: string(entry)}.ask(context.Background(), j.host)
	switch said(err) {
	case "behind":
		return 0, runs.Behind{}
	case "full":
		return 0, runs.Full{}
	}
	return uint64(at), err
}

// Entries implements [runs.Journal].
func (j journal) Entries(run string, each func(at uint64, entry []byte) error) (last uint64, err error) {
	list, err := entriesCall{Run: run}.ask(context.Background(), j.host)
	if err != nil {
		return 0, err
	}
	c := scan.Cursor{Data: list}
	if !c.Eat('[') {
		return 0, nil
	}
	for c.Element() {
		last++
		if err := each(last, scan.Unquote(c.Skip())); err != nil {
			return last, err
		}
	}
	return last, nil
}

// Note implements [runs.Journal].
func (j journal) Note(run string, note []byte) error { return put(j.host, notes, run, string(note)) }

// Notes implements [runs.Journal].
func (j journal) Notes() (map[string][]byte, error) { return all(j.host, notes) }

// Remove implements [runs.Journal].
func (j journal) Remove(run string) error {
	return forgetCall{Run: run}.ask(context.Background(), j.host)
}

// PutPicture implements [runs.Pictures].
func (j journal) PutPicture(run, name string, data []byte) error {
	return put(j.host, pictures, run+"/"+name, base64.StdEncoding.EncodeToString(data))
}

// Picture implements [runs.Pictures].
func (j journal) Picture(run, name string) ([]byte, error) {
	text, err := getCall{Table: pictures, Key: run + "/" + name}.ask(context.Background(), j.host)
	if err != nil || text == nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(chrome.Text(text))
}

// ledger keeps what was paid.
type ledger struct{ host chrome.Host }

// Put implements [runs.Ledger].
func (l ledger) Put(date string, row []byte) error { return put(l.host, days, date, string(row)) }

// All implements [runs.Ledger].
func (l ledger) All() (map[string][]byte, error) { return all(l.host, days) }

func put(h chrome.Host, table, key, text string) error {
	return putCall{Table: table, Key: key, Text: text}.ask(context.Background(), h)
}

// all reads a table whose texts are JSON each.
func all(h chrome.Host, table string) (map[string][]byte, error) {
	rows, err := allCall{Table: table}.ask(context.Background(), h)
	if err != nil {
		return nil, err
	}
	list := map[string][]byte{}
	for o := chrome.Open(rows); o.Next(); {
		list[o.Name] = []byte(chrome.Text(o.Value))
	}
	return list, nil
}
