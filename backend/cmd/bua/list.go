package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
)

// listing is a command that shows all of one kind that the backend has.
type listing[T any] struct {
	short, example string
	// fetch asks the backend, as JSON.
	fetch func(*httpapi.Client, context.Context) (json.RawMessage, error)
	// first says what must be known before the list, nil for nothing.
	first func(context.Context, *httpapi.Client) error
	// none is said instead of an empty table, head names the columns, row fills them.
	none, head string
	row        func(T) string
}

func (l listing[T]) command(a *cli) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: l.short, Example: l.example, Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := a.operator(c.Context())
			if err != nil {
				return err
			}
			data, err := l.fetch(client, c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				a.json(data, false)
				return nil
			}
			if l.first != nil {
				if err := l.first(c.Context(), client); err != nil {
					return err
				}
			}
			var list []T
			if err := json.Unmarshal(data, &list); err != nil {
				return err
			}
			if len(list) == 0 {
				fmt.Fprintln(a.out, l.none)
				return nil
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, l.head)
			for _, v := range list {
				fmt.Fprintln(w, l.row(v))
			}
			return w.Flush()
		},
	}
	a.clientFlags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}
