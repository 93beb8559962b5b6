package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
)

// listing is what the commands know of one kind of thing that the backend has.
type listing[T any] struct {
	// group is the command that they are below.
	group, short string
	// fetch asks the backend, as JSON.
	fetch func(*httpapi.Client, context.Context) (json.RawMessage, error)
	// first says what must be known before the list, nil for nothing.
	first func(context.Context, *httpapi.Client) error
	// none is said instead of an empty table, head names the columns, row fills them.
	none, head string
	row        func(T) string
	// about is the id of one, and what it is about.
	about func(T) (id, text string)
}

// command makes the one that shows all of them.
func (l listing[T]) command(a *cli) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: l.short, Example: "  bua " + l.group + " list", Args: args(cobra.NoArgs),
		RunE: with(a.operator, func(c *cobra.Command, client *httpapi.Client, _ []string) error {
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
			return columns(a.out, l.head, list, l.row)
		}),
	}
	a.clientFlags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

// ofOne makes a command about one of them, which its first argument names.
func (l listing[T]) ofOne(a *cli, use, shortly, long string, do func(c *cobra.Command, client *httpapi.Client, id string, rest []string) error) *cobra.Command {
	name, _, _ := strings.Cut(use, " ")
	c := &cobra.Command{
		Use: use, Short: shortly, Long: long, Example: "  bua " + l.group + " " + name + " k3v5q2aa",
		ValidArgsFunction: func(c *cobra.Command, list []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(list) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return l.ids(c.Context(), a), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: with(a.operator, func(c *cobra.Command, client *httpapi.Client, list []string) error {
			return do(c, client, list[0], list[1:])
		}),
		Args: args(cobra.ExactArgs(1)),
	}
	a.clientFlags(c)
	return c
}

// ids are those that the shell offers, with what each is about.
func (l listing[T]) ids(ctx context.Context, a *cli) (ids []string) {
	var all []T
	client, err := a.operator(ctx)
	if err == nil {
		var data json.RawMessage
		if data, err = l.fetch(client, ctx); err == nil {
			err = json.Unmarshal(data, &all)
		}
	}
	if err != nil {
		return nil // the shell has nobody to tell
	}
	for _, v := range all {
		id, about := l.about(v)
		ids = append(ids, id+"\t"+short(about, 40))
	}
	return ids
}
