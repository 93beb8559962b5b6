package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// backUp backs the NATS servers up under load.
func (c *crowd) backUp(t *testing.T) (folder string) {
	is := is.New(t)
	folder = filepath.Join(c.t.TempDir(), "backup")
	t.Log("\n" + c.bua("backup", folder))
	info, err := os.Stat(folder)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o700)) // it has the devices' keys
	c.progress("after the backup")
	return folder
}

// restore loses all three NATS servers with their disks, and puts the backup into new
// ones: the browsers are paired as they were, and the audit is valid but for the rows that
// were written after the backup, which is said.
func (c *crowd) restore(t *testing.T, folder string) {
	is := is.New(t)
	for _, n := range c.nodes {
		n.kill()
	}
	for i, m := range c.nats.members {
		c.nats.kill(i)
		is.NoErr(os.RemoveAll(m.Dir))
	}
	for i := range c.nats.members {
		c.nats.start(i)
	}
	c.nats.settle(0)
	said := c.bua("restore", folder)
	t.Log("\n" + said)
	c.nats.settle(strings.Count(said, " messages"))

	restored := c.verify()
	is.Equal(restored.Faults, nil)
	is.Equal(len(restored.Chains), len(c.nodes))
	is.True(restored.Rows > 0)

	for n := range c.nodes {
		c.nodes[n].start(c.t)
	}
	d := c.devices[0]
	b := &browser{id: d.ID, key: d.Key}
	is.NoErr(b.connect(t.Context(), c.nodes[1].address, "wss://"+publicHost+"/ws/browser", publicHost, "10.0.0.9"))
	go func() { _ = b.serve(t.Context(), func(r protocol.Request) []byte { return c.carry(0, r) }) }()
	status, body := c.act(t.Context(), 2, 0, `{"type":"evaluate","expression":"`+userName(0)+`/again"}`)
	is.Equal(status, http.StatusOK) // asked at another backend than the browser's
	is.True(strings.Contains(string(body), "/again@"))
	_ = b.conn.CloseNow()

	after := c.verify()
	is.Equal(len(after.Faults), len(c.nodes)) // each says once that rows are missing
	for _, f := range after.Faults {
		is.True(strings.Contains(f, "says what was missing when the backend started"))
	}
	is.True(after.Rows > restored.Rows)
	t.Logf("%d rows restored, valid; %v", restored.Rows, after.Faults)
}

// bua runs a command with the address of the NATS servers.
func (c *crowd) bua(what string, args ...string) string {
	c.t.Helper()
	begun := time.Now()
	out, err := exec.Command(c.nodes[0].binary, append(append([]string{what}, args...), "--nats", "@"+c.nodes[0].nats)...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("bua %s: %v after %s\n%s", what, err, time.Since(begun), out)
	}
	return string(out)
}

// verify checks the audit in the NATS servers with the backends' own key.
func (c *crowd) verify() store.Report {
	c.t.Helper()
	is := is.New(c.t)
	s := c.open()
	defer s.Close()
	policy, err := s.Bucket("policy", 0)
	is.NoErr(err)
	key, err := policy.Get("audit-key")
	is.NoErr(err)
	is.True(len(key) > 0)
	s.Audit.Trust(store.Guard{Key: key})
	report, err := s.Audit.Verify(c.t.Context())
	is.NoErr(err)
	return report
}
