package store

import (
	"log/slog"
	"path/filepath"
	"testing"
)

// BenchmarkAppend is what a row costs that somebody waits for, on the disk, with
// and without its end being kept elsewhere.
func BenchmarkAppend(b *testing.B) {
	for _, with := range []bool{false, true} {
		b.Run(map[bool]string{false: "alone", true: "guarded"}[with], func(b *testing.B) {
			home := b.TempDir()
			s, err := Open(Options{Dir: filepath.Join(home, "store"), Log: slog.New(slog.DiscardHandler)})
			if err == nil && with {
				err = s.Audit.Guard(Guard{Key: testKey, Head: filepath.Join(home, "head")})
			}
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				if err := s.Audit.Append(b.Context(), Row{What: WhatAsked, User: "ann", Action: "click"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
