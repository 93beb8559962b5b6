package runs

import "github.com/zapvol/bua/core/record"

// headed is how a head is written.
//
//bua:record
type headed struct{ Head Head }

// viewed reads how a run stands from its note.
func viewed(note []byte) (v View, ok bool) {
	ok = record.Read(note, &v)
	return v, ok
}
