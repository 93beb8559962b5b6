package cdp_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

func TestEval(t *testing.T) {
	is := is.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, _ := cdp.Launch(t, chromium.Options{})
	s, _, err := c.NewPage(ctx, "about:blank")
	is.NoErr(err)
	var sum int
	is.NoErr(c.Eval(ctx, s, "Promise.resolve(1+2)", &sum))
	is.Equal(sum, 3)
}
