package panel

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/scan"
)

// frame is what a panel sends: a call, the end of one that streams, or what it has read.
//
//bua:record
type frame struct {
	ID     int
	Call   string
	Args   []byte
	Cancel bool
	// Ack is the number of the latest frame that the panel has read.
	Ack int
}

// told is what a panel is sent, with exactly one of OK, Error, Told and End.
type told struct {
	// N numbers the frames of a port, from 1.
	N     int
	ID    int
	OK    []byte
	Error *protocol.Error
	Told  [][]byte
	End   bool
}

func (t told) json() []byte {
	var o scan.Object
	o.Int("n", int64(t.N))
	o.Int("id", int64(t.ID))
	switch {
	case t.Error != nil:
		var e scan.Object
		e.Str("code", string(t.Error.Code))
		e.Str("message", t.Error.Message)
		o.Raw("error", string(e.JSON()))
	case t.OK != nil:
		o.Raw("ok", string(t.OK))
	case t.Told != nil:
		o.Raw("told", string(array(t.Told)))
	default:
		o.Bool("end", true)
	}
	return o.JSON()
}

func array(list [][]byte) []byte {
	dst := []byte{'['}
	for i, one := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, one...)
	}
	return append(dst, ']')
}

// pointer is what a value is written by.
type pointer[T any] interface {
	*T
	record.Object
}

// One is the JSON of one value, as a panel is shown it.
func One[T any, P pointer[T]](v T) []byte { return record.AppendShown(nil, P(&v)) }

// List is the JSON of several.
func List[T any, P pointer[T]](list []T) []byte {
	all := make([][]byte, len(list))
	for i := range list {
		all[i] = record.AppendShown(nil, P(&list[i]))
	}
	return array(all)
}

// Text is the JSON of a text.
func Text(s string) []byte { return scan.AppendQuote(nil, s) }

// Texts is the JSON of several texts.
func Texts(list []string) []byte {
	all := make([][]byte, len(list))
	for i := range list {
		all[i] = Text(list[i])
	}
	return array(all)
}

// True is the answer of a call that has been done.
func True() []byte { return []byte("true") }
