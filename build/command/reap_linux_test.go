package command

import (
	"os"
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestMain(m *testing.M) {
	if Reaping() {
		os.Exit(Reap(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// A process that works on after its parent has died is measured with the tool.
func TestReaped(t *testing.T) {
	is := is.New(t)
	const orphan = `sh -c '(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done) & sleep 0.05; kill -9 $$'; exit 3`
	spent := func(c Cmd) (time.Duration, error) {
		ctx, m := Metered(t.Context())
		_, err := Run(ctx, c)
		return m.Spent(), err
	}
	plain, err := spent(Cmd{Argv: []string{"sh", "-c", orphan}})
	is.True(err != nil)
	reaped, err := spent(Reaped(Cmd{Argv: []string{"sh", "-c", orphan}}))
	is.True(err != nil)
	is.True(reaped > plain+50*time.Millisecond)
	out, err := Run(t.Context(), Reaped(Cmd{Argv: []string{"sh", "-c", "echo said"}}))
	is.NoErr(err)
	is.Equal(out, "said\n")
}
