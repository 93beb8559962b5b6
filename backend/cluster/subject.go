package cluster

import (
	"encoding/base64"
	"strings"
)

// Subjects of core NATS; nothing of them is kept.
const (
	// all is heard by every backend.
	all = "bua.all"
	// one and a backend's run is heard by that backend.
	one = "bua.one."
	// subjectAt is heard by the backend that has a browser: who asks and gets
	// nats.ErrNoResponders knows that no backend has it.
	subjectAt subject = "bua.at"
	// subjectLeft is heard by backends that a browser has left a moment ago.
	subjectLeft subject = "bua.left"
)

// subject is the beginning of a subject that user and device complete.
type subject string

func (s subject) of(k key) string { return string(s) + "." + token(k.user) + "." + token(k.device) }

// parse is the inverse of [subject.of]; here tells the two subjects apart.
func parse(text string) (k key, here, ok bool) {
	part := strings.Split(text, ".")
	if len(part) != 4 {
		return key{}, false, false
	}
	user, okUser := untoken(part[2])
	device, okDevice := untoken(part[3])
	return key{user, device}, part[0]+"."+part[1] == string(subjectAt), okUser && okDevice
}

// token makes any text a part of a subject: no dot, no wildcard, never empty.
func token(text string) string {
	if text == "" {
		return "-"
	}
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

func untoken(text string) (string, bool) {
	if text == "-" {
		return "", true
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	return string(raw), err == nil
}
