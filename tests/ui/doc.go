// Package ui tests the person's side: every story of popup and options for
// accessibility, hostile strings and languages, without a backend; and the
// real extension with a real worker and a real backend, from the person's end.
//
// BUA_SHOTS=DIR go test -run TestShots ./tests/ui writes a picture of every
// story, for looking at; BUA_SHOTS_ONLY=popup/working, BUA_SHOTS_LANG=de,
// BUA_SHOTS_DIR=rtl and BUA_SHOTS_FINE=1 choose which and how,
// BUA_SHOTS_FORMAT=webp writes small ones.
package ui
