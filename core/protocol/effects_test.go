//go:build !tinygo

package protocol_test

import (
	"reflect"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// An answer without effects says that nothing followed, so that each alone must count.
func TestEffects_None(t *testing.T) {
	is := is.New(t)
	is.True((&protocol.Effects{}).None())
	is.Equal(len(coretest.Effects()), reflect.TypeFor[protocol.Effects]().NumField())
	for name, e := range coretest.Effects() {
		t.Run(name, func(t *testing.T) { is.New(t).True(!e.None()) })
	}
}

// Whoever adds a result with effects tells these two functions of it.
func TestEffects_ofEveryResult(t *testing.T) {
	for kind, v := range results() {
		t.Run(kind, func(t *testing.T) {
			is := is.New(t)
			has := false
			if of := reflect.TypeOf(v); of.Kind() == reflect.Struct {
				_, has = of.FieldByName("Effects")
			}
			got := protocol.WithEffects(v.(protocol.Result), &protocol.Effects{Focus: "x"})
			is.Equal(protocol.Caused(got) != nil, has) // whether its type has room for them
		})
	}
}
