//go:build !tinygo

package protocol_test

import (
	"reflect"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// The element that an action names is what the rooms hold it to.
func TestAimOf_everyAction(t *testing.T) {
	for name, a := range coretest.Actions() {
		if _, has := reflect.TypeOf(a).FieldByName("UID"); has && protocol.AimOf(coretest.Fill(a, "e1", 1)).UID != "e1" {
			t.Errorf("%s names an element that AimOf does not find: embed Target in it, as other actions do", name)
		}
	}
}
