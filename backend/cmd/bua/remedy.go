package main

import (
	"cmp"
	"errors"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/protocol"
)

// remedy is the command that helps against what keeps a model from answering, "" for none. What
// failed is said without it, since it is said at other homes too. The model is "" where it is not
// known.
func remedy(code, named string) string {
	provider, _, err := model.SplitName(named)
	if err != nil {
		provider = "PROVIDER"
	}
	named = cmp.Or(named, "PROVIDER/MODEL")
	switch chat.Code(code) {
	case chat.CodeKey:
		return "bua models remove " + provider + " forgets a key that is stored; bua models add " + named + " asks for one"
	case chat.CodeModel:
		return "bua models test " + named + " shows what there is"
	case chat.CodeTools, "no_call":
		return "bua run --model takes another model; bua models list shows those that you have"
	case chat.CodeMoney:
		return "bua models caps shows your own caps, and sets them"
	case chat.CodeUnreachable:
		return "bua models list shows which servers were found on this machine"
	case chat.CodeNonsense:
		return "bua models add " + named + " --url ADDRESS changes the address"
	}
	return ""
}

// codeOf is the code of an error, "" for one without.
func codeOf(err error) string {
	var fault *chat.Fault
	if errors.As(err, &fault) {
		return string(fault.Code)
	}
	return string(protocol.CodeOf(err))
}
