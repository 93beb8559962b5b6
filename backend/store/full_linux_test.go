package store

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/matryer/is"
)

// TestAudit_full_disk: when the disk takes no more, an append is an error in
// bounded time, what was acknowledged stays, and the store says that it is ill.
func TestAudit_full_disk(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m,mode=700"); err != nil {
		t.Skip("a small disk can be mounted by root only: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	s := open(t, dir)
	acked := 0
	row := Row{What: WhatAsked, Agent: strings.Repeat("x", maxText), Origin: strings.Repeat("y", maxText)}
	for ; acked < 20_000; acked++ {
		if err := s.Audit.Append(t.Context(), row); err != nil {
			break
		}
	}
	is.True(acked > 100 && acked < 20_000) // it was full at some time
	is.True(s.Audit.Append(t.Context(), row) != nil)
	is.True(!s.Healthy())
	s.Close()
	is.NoErr(syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m,mode=700"))
	s = open(t, dir) // with room again, it goes on behind the last row
	is.NoErr(s.Audit.Append(t.Context(), row))
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	is.True(int(report.Rows) > acked)
	_ = os.Remove(dir)
}

// TestStore_listens_nowhere: the embedded server opens no port.
func TestStore_listens_nowhere(t *testing.T) {
	is := is.New(t)
	before := listening(t)
	open(t, "")
	is.Equal(listening(t), before)
}

// listening counts the listening sockets of this process.
func listening(t *testing.T) int {
	t.Helper()
	own := map[string]bool{}
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if name, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(name, "socket:[") {
			own[strings.Trim(name, "socket:[]")] = true
		}
	}
	n := 0
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6", "unix"} {
		data, err := os.ReadFile("/proc/self/net/" + table)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			f := strings.Fields(line)
			if len(f) > 9 && strings.HasPrefix(table, "tcp") && f[3] == "0A" && own[f[9]] {
				n++
			}
		}
	}
	return n
}
