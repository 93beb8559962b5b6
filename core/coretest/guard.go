package coretest

import (
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
)

// Guard is a [debugger.Guard] that allows everything and asks nobody. One that
// does less embeds it.
type Guard struct{}

var _ debugger.Guard = Guard{}

// Allow allows.
func (Guard) Allow(string) error { return nil }

// Touch allows.
func (Guard) Touch(string) error { return nil }

// Granted says that Touch would succeed.
func (Guard) Granted(string) bool { return true }

// Follow allows.
func (Guard) Follow(string, bool) error { return nil }

// Numbered says that the agent has a uid.
func (Guard) Numbered() bool { return true }

// Asks says that nobody wants to be asked before single acts.
func (Guard) Asks() bool { return false }

// Other says that nobody wants to hear of other presses.
func (Guard) Other() bool { return false }

// Reads says that the request may act.
func (Guard) Reads() bool { return false }

// Sink allows.
func (Guard) Sink(string, sink.Act) error { return nil }

// Agent says that it is not known which program asks.
func (Guard) Agent() string { return "" }

// Wait tells nothing: nobody answers elsewhere than in the page.
func (Guard) Wait(func(protocol.Outcome)) {}
