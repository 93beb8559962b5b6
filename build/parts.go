package main

import "github.com/zapvol/bua/build/suite"

// The parts of the suite by which its cost is told.
const (
	partSafety  = "tests/safety"
	partActions = "tests/actions"
	partAcross  = "what else crosses rooms"
	partRooms   = "the rooms"
	partTinyGo  = "rooms under TinyGo"
	partChecks  = "checks"
	partBuild   = "building"
	partRelease = "the release, made twice"
	partTrust   = "threats and faults"
)

// parts are what each may take in the default suite, in minutes of a processor: with two of
// them 12 minutes in all.
var parts = []suite.Part{
	{Name: partSafety, Minutes: 5.8}, {Name: partActions, Minutes: 5.5}, {Name: partAcross, Minutes: 8.2}, {Name: partRooms, Minutes: 1.3},
	{Name: partTinyGo, Minutes: 1.2}, {Name: partChecks, Minutes: 1.2}, {Name: partBuild, Minutes: 0.8}, {Name: partRelease}, {Name: partTrust},
}

// partOf is the part of a package that crosses rooms.
func partOf(rel string) string {
	if rel == partSafety || rel == partActions {
		return rel
	}
	return partAcross
}
