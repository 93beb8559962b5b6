package store

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// The long run: go test ./backend/store -run Kill -kills 200 -rows 100000
var (
	kills = flag.Int("kills", 6, "how often the writing process is killed")
	least = flag.Int("rows", 600, "how many acknowledged rows there must be at the end")
)

// writerDir makes the test binary a process that appends rows to that store
// and prints the id of each that was acknowledged.
const writerDir = "BUA_TEST_WRITER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDir); dir != "" {
		writeForever(dir, os.Getenv("BUA_TEST_WRITER_LIFE"))
	}
	os.Exit(m.Run())
}

func writeForever(dir, life string) {
	s, err := Open(Options{Dir: dir})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := make(chan string, 1024)
	for w := range 8 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("%s-%d-%d", life, w, i)
				if err := s.Audit.Append(context.Background(), Row{What: WhatAsked, ID: id, User: "local", Device: "d", Action: "click", Origin: "https://example.com"}); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				out <- id
			}
		}()
	}
	for id := range out {
		fmt.Println(id)
	}
}

// TestAudit_Kill kills the writing process again and again at random points:
// every row that was acknowledged is there, numbers have no gap, the chain
// holds.
func TestAudit_Kill(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "store")
	acked := map[string]bool{}
	for life := range *kills {
		want := len(acked) + max((*least-len(acked))/(*kills-life), 1) + rand.IntN(20)
		c := exec.CommandContext(t.Context(), os.Args[0])
		c.Env = append(os.Environ(), writerDir+"="+dir, fmt.Sprintf("BUA_TEST_WRITER_LIFE=%d", life))
		out, err := c.StdoutPipe()
		is.NoErr(err)
		var errs strings.Builder
		c.Stderr = &errs
		is.NoErr(c.Start())
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if acked[lines.Text()] = true; len(acked) == want {
				time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
				is.NoErr(c.Process.Kill())
			}
		}
		_ = c.Wait()
		if errs.Len() > 0 {
			t.Fatal(errs.String())
		}
	}
	begin := time.Now()
	s := open(t, dir)
	opened := time.Since(begin)
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	is.Equal(report.Chains[0].First, uint64(1))
	is.Equal(report.Chains[0].Last, report.Rows)
	is.NoErr(s.Audit.Rows(t.Context(), Query{}, func(r Row) error { delete(acked, r.ID); return nil }))
	is.Equal(len(acked), 0) // rows that were acknowledged and are not there
	is.True(report.Rows >= uint64(*least))
	t.Logf("%d rows over %d kills: 0 gaps, 0 lost, chain valid; opened in %s", report.Rows, *kills, opened)
}

func publish(t testing.TB, s *Store, rows ...Row) {
	t.Helper()
	data, err := json.Marshal(rows)
	if err == nil {
		_, err = s.js.Publish(t.Context(), auditSubject, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}
