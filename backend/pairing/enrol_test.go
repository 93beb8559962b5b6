package pairing

import (
	"errors"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// policyToken is a token of alice's for two browsers.
const policyToken = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGH"

func enrolments(token string) (Enrolment, bool) {
	return Enrolment{Name: EnrolmentName(token), User: "alice", Devices: 2}, token == policyToken
}

// TestEnrol: a token is exchanged for as many keys as it was made for, in all, also
// over a restart, and also when one of them is revoked.
func TestEnrol(t *testing.T) {
	is := is.New(t)
	k := &memory{}
	s, _, _ := newService(t, Options{Store: k, Enrolment: enrolments})
	first, err := s.Redeem(policyToken, "pc", "Chrome", "1")
	is.NoErr(err)
	is.Equal(len(first.Key), 64)
	is.Equal(s.List("alice")[0].Enrolment, EnrolmentName(policyToken))
	is.True(!strings.Contains(policyToken, s.List("alice")[0].Enrolment)) // no part of the secret
	is.NoErr(s.Revoke("alice", first.DeviceID))
	second, err := s.Redeem(policyToken, "pc", "Chrome", "1")
	is.NoErr(err)
	is.True(second.Key != first.Key)

	s, _, _ = newService(t, Options{Store: k, Enrolment: enrolments}) // a restart
	_, err = s.Redeem(policyToken, "pc", "Chrome", "1")
	var refused *Refusal
	is.True(errors.As(err, &refused))
	is.Equal(refused.Err.Reason, protocol.ReasonCodeUsed)
	is.Equal(s.Users(), []string{"alice"})
}

func TestEnrol_Refuses(t *testing.T) {
	for _, row := range []struct {
		name, token string
		enrolment   func(string) (Enrolment, bool)
	}{
		{"another token", strings.Repeat("A", 40), enrolments},
		{"a part of it", policyToken[:36], enrolments},
		{"nothing", "", enrolments},
		{"where there are none", policyToken, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s, _, _ := newService(t, Options{Store: &memory{}, Enrolment: row.enrolment})
			_, err := s.Redeem(row.token, "pc", "", "1")
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.Equal(len(s.Users()), 0)
		})
	}
}

// TestEnrol_Unstored: a key that could not be stored is nobody's, and its place is
// free again.
func TestEnrol_Unstored(t *testing.T) {
	is := is.New(t)
	k := &memory{}
	s, _, _ := newService(t, Options{Store: k, Enrolment: func(token string) (Enrolment, bool) {
		return Enrolment{Name: "e", User: "alice", Devices: 1}, true
	}})
	k.full = true
	_, err := s.Redeem(policyToken, "pc", "", "1")
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	k.full = false
	_, err = s.Redeem(policyToken, "pc", "", "1")
	is.NoErr(err)
}

// TestEnrol_Guessing: tokens are counted as codes are.
func TestEnrol_Guessing(t *testing.T) {
	is := is.New(t)
	s, _, _ := newService(t, Options{Store: &memory{}, Enrolment: enrolments})
	var refused *Refusal
	for range 10 {
		_, err := s.Redeem(strings.Repeat("A", 40), "pc", "", "1")
		is.True(errors.As(err, &refused))
		is.Equal(refused.Err.Reason, protocol.ReasonCodeWrong)
	}
	_, err := s.Redeem(policyToken, "pc", "", "1")
	is.True(errors.As(err, &refused))
	is.Equal(refused.Err.Reason, protocol.ReasonTooMany)
}
