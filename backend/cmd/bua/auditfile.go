package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/store"
)

func (a *cli) verifyCommand() *cobra.Command {
	var file, dir string
	var outside natsFlags
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check that no row was changed, removed or put in",
		Long: `Check the chain of the audit and print its end. Where several backends share
the audit, each has a chain of its own, and all are checked.

An audit over its bound (1 GiB) lets its oldest rows go. How many, and up to
when, is signed; rows that are not there without that are missing. Of the oldest
rows those of the operator (pairings, settings) and of the person (Stop all,
answers) are kept longest, and of each user as much as of any other, so that no
agent pushes out what is not its own.

The backend also keeps the number of its last row outside of the store: a store
that was put back to an earlier state, or lost its newest rows, shows. Somebody
who owns the disk, with the key beside the store, can still make all of it anew:
the last row's hash, kept on another machine, proves that nothing up to it was.

Exit codes: 0 the chain holds, 1 it does not.`,
		Example: "  bua audit verify\n  bua audit verify --file audit.json",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			report, err := a.report(c.Context(), file, dir, &outside)
			if err != nil {
				return err
			}
			if report.Rows == 0 {
				fmt.Fprintln(a.out, "there are no rows")
				return nil
			}
			for _, c := range report.Chains {
				if c.Node != "" {
					fmt.Fprintln(a.out, "of   ", c.Node)
				}
				fmt.Fprintf(a.out, "rows  %d, from %d to %d\nlast  %s\n", c.Rows, c.First, c.Last, c.Hash)
			}
			for _, n := range report.Notes {
				fmt.Fprintln(a.out, n)
			}
			if report.Broken == 0 {
				fmt.Fprintln(a.out, "chain valid, no gaps")
				return nil
			}
			for _, f := range report.Faults {
				fmt.Fprintln(a.out, f)
			}
			return fmt.Errorf("the chain does not hold: %d faults", report.Broken)
		},
	}
	a.clientFlags(c)
	c.Flags().StringVar(&file, "file", "", "check an unfiltered export (--format json) instead")
	c.Flags().StringVar(&dir, "store", "", "check this store's folder instead")
	outside.add(c, "check the audit in this NATS server or cluster, which backends share, instead")
	c.MarkFlagsMutuallyExclusive("file", "store", "server", "nats")
	return c
}

func (a *cli) report(ctx context.Context, file, dir string, outside *natsFlags) (report store.Report, err error) {
	if file != "" {
		return verifyFile(file)
	}
	client, db, err := a.auditSource(ctx, dir, outside)
	if err != nil {
		return report, err
	}
	if client == nil {
		defer db.Close()
		return db.Audit.Verify(ctx)
	}
	raw, err := client.VerifyAudit(ctx)
	if err != nil {
		return report, err
	}
	return report, json.Unmarshal(raw, &report)
}

// verifyFile reads an export row by row: it may be large.
func verifyFile(file string) (report store.Report, err error) {
	f, err := os.Open(file)
	if err != nil {
		return report, &usageError{err}
	}
	defer f.Close()
	broken := func(err error) error { return fmt.Errorf("%s is no export in JSON: %w", file, err) }
	d := json.NewDecoder(bufio.NewReader(f))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return report, broken(errors.Join(errors.New("it does not begin with ["), err))
	}
	var v store.Verifier
	for d.More() {
		var r store.Row
		if err := d.Decode(&r); err != nil {
			return report, broken(err)
		}
		v.Add(r)
	}
	if _, err := d.Token(); err != nil {
		return report, broken(err)
	}
	return v.Report(), nil
}

func (a *cli) exportCommand() *cobra.Command {
	var f filter
	var format, out string
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the rows out as JSON or CSV",
		Long: `Write the rows of the audit, picked as by bua audit, as a JSON array or as CSV.
An export in JSON without filters can be checked by bua audit verify --file.`,
		Example: "  bua audit export --out audit.json\n  bua audit export --format csv --since 168h",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) (err error) {
			to := a.out
			if out != "" {
				file, err := os.OpenFile(out, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
				if err != nil {
					return &usageError{fmt.Errorf("--out: %w", err)}
				}
				defer func() { err = errors.Join(err, file.Close()) }()
				to = file
			}
			switch format {
			case "json":
				return a.exportJSON(c.Context(), &f, to)
			case "csv":
				return a.exportCSV(c.Context(), &f, to)
			default:
				return usage("--format: must be json or csv")
			}
		},
	}
	a.filterFlags(c, &f)
	c.Flags().StringVar(&format, "format", "json", "json or csv")
	c.Flags().StringVar(&out, "out", "", "file to write to (default: stdout)")
	complete(c, "format", "json", "csv")
	return c
}

func (a *cli) exportJSON(ctx context.Context, f *filter, to io.Writer) error {
	w := bufio.NewWriter(to)
	sep := "[\n"
	err := a.rows(ctx, f, func(r store.Row) error {
		data, err := json.Marshal(r)
		_, _ = w.WriteString(sep) // Flush tells what Write would
		_, _ = w.Write(data)
		sep = ",\n"
		return err
	})
	if err != nil {
		return err
	}
	if sep == "[\n" {
		_, _ = w.WriteString("[")
	}
	_, _ = w.WriteString("\n]\n")
	return w.Flush()
}

func (a *cli) exportCSV(ctx context.Context, f *filter, to io.Writer) error {
	w := csv.NewWriter(to)
	_ = w.Write([]string{"seq", "at", "what", "id", "user", "device", "agent", "action", "tab", "origin", "path", "outcome", "ms", "prev", "hash", "node", "secret", "source", "sourcePath"})
	err := a.rows(ctx, f, func(r store.Row) error {
		return w.Write([]string{strconv.FormatUint(r.Seq, 10), r.At.Format(time.RFC3339Nano), r.What, r.ID, cell(r.User), cell(r.Device), cell(r.Agent), r.Action,
			strconv.Itoa(r.Tab), cell(r.Origin), r.Path, cell(r.Outcome), strconv.FormatInt(r.Millis, 10), r.Prev, r.Hash, r.Node, cell(r.Secret), cell(r.Source), r.SourcePath})
	})
	w.Flush()
	return errors.Join(err, w.Error())
}

// cell keeps a spreadsheet from taking a name, which a stranger may have
// chosen, for a formula. The wide signs begin one in some languages.
func cell(s string) string {
	if first, _ := utf8.DecodeRuneInString(s); strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) {
		return "'" + s
	}
	return s
}
