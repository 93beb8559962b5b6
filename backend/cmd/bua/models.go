package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/model"
	core "github.com/zapvol/bua/core/model"
)

func (a *cli) modelsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "models",
		Short: "The models that bua's own agent may use",
		Long: `Add a model for bua's own agent: one that runs on this machine, or one of a provider
with your key. The key is kept in the keyring of the operating system or, where there
is none, in model-keys.json in the configuration folder, which only you can read. It
goes to its provider's address and nowhere else. A running backend sees the change by
itself.

Nothing is read of the environment that other programs use; BUA_MODEL_KEY_PROVIDER
goes before the stored key.`,
		Example: `  bua models list
  bua models add ollama/qwen3
  bua models add openai/gpt-5
  bua models add mine/my-model --url http://127.0.0.1:9000/v1
  bua models test`,
	}
	c.AddCommand(a.modelsList(), a.modelsAdd(), a.modelsTest(), a.modelsDefault(), a.modelsCaps(), a.modelsRemove())
	return c
}

func (a *cli) models() (*model.Store, error) {
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	return home.Models(), nil
}

// completeModels offers the models that were added.
func (a *cli) completeModels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if s, err := a.models(); err == nil {
		if x, err := s.Settings(); err == nil {
			for _, m := range x.Models {
				names = append(names, m.Name())
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (a *cli) modelsList() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: "Show what was added, what runs on this machine, and the providers",
		Example: "  bua models list", Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := a.models()
			if err != nil {
				return err
			}
			x, err := s.Settings()
			if err != nil {
				return err
			}
			found := model.Discover(c.Context(), x.Places(), nil)
			if asJSON {
				return a.asJSON(map[string]any{"default": x.Default, "models": x.Models, "found": foundNames(found), "providers": providerNames(x)})
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "MODEL\tKEY\tWINDOW\tDEFAULT")
			for _, m := range x.Models {
				place, err := s.Keys.Place(m.Provider)
				if err != nil {
					return err
				}
				window, chosen := "", ""
				if m.Window > 0 {
					window = strconv.Itoa(m.Window)
				}
				if m.Name() == x.Default {
					chosen = "yes"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", plain(m.Name()), place, window, chosen)
			}
			if err := w.Flush(); err != nil {
				return err
			}
			if names := foundNames(found); len(names) > 0 {
				fmt.Fprintf(a.out, "\nrunning on this machine:\n  %s\n", strings.Join(names, "\n  "))
			}
			fmt.Fprintf(a.out, "\nproviders: %s\n", strings.Join(providerNames(x), ", "))
			if len(x.Models) == 0 {
				_, err := s.Config("")
				fmt.Fprintf(a.out, "\n%v\n", err)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

func foundNames(found []model.Found) (names []string) {
	for _, f := range found {
		for _, m := range f.Models {
			names = append(names, plain(f.Provider.Name+"/"+m.ID))
		}
	}
	return names
}

func providerNames(x model.Settings) (names []string) {
	for _, p := range x.AllProviders() {
		names = append(names, p.Name)
	}
	return names
}

func (a *cli) modelsAdd() *cobra.Command {
	var added model.Added
	var url, like string
	var noKey, noTest bool
	c := &cobra.Command{
		Use:   "add PROVIDER/MODEL",
		Short: "Add a model, with its key, and try it",
		Long: `Add a model. Where its provider wants a key and none is stored, the key is asked for
without showing it, or read from stdin when that is no terminal; it is never an
argument, since the list of processes shows those. Then the model is tried with one
small request. The first model that is added is the default.

With --url it is a server of your own that speaks the OpenAI API, or one that is like
a known provider (--like).`,
		Example: `  bua models add ollama/qwen3
  bua models add anthropic/claude-sonnet-4-5
  pass show openai | bua models add openai/gpt-5
  bua models add mine/my-model --url https://llm.example.com/v1`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, list []string) error {
			s, err := a.models()
			if err != nil {
				return err
			}
			if added.Provider, added.Model, err = core.SplitName(list[0]); err != nil {
				return &usageError{err}
			}
			var own *core.Provider
			if url != "" || like != "" {
				own = &core.Provider{Name: added.Provider, Base: url, Like: like}
			}
			if err := s.Add(added, own); err != nil {
				return err
			}
			if !noKey {
				if err := a.modelKey(s, added.Provider); err != nil {
					return err
				}
			}
			fmt.Fprintf(a.out, "%s is added\n", added.Name())
			if noTest {
				return nil
			}
			return a.tryModel(c.Context(), s, added.Name(), false, false)
		},
	}
	f := c.Flags()
	f.StringVar(&url, "url", "", "the address of a server of your own, such as http://127.0.0.1:9000/v1")
	f.StringVar(&like, "like", "", "the known provider that it is like (default: one that speaks the OpenAI API)")
	f.IntVar(&added.Window, "window", 0, "how many tokens the model takes, where that cannot be read")
	f.BoolVar(&added.PlainHTTP, "plain-http", false, "let the key go to another machine without TLS")
	f.BoolVar(&noKey, "no-key", false, "ask for no key")
	f.BoolVar(&noTest, "no-test", false, "do not try it")
	return c
}

// modelKey asks for a provider's key, where it needs one that is not stored.
func (a *cli) modelKey(s *model.Store, provider string) error {
	x, err := s.Settings()
	if err != nil {
		return err
	}
	p, _ := x.Provider(provider)
	if p.NoKey {
		return nil
	}
	if place, err := s.Keys.Place(provider); err != nil || place != model.Nowhere {
		return err
	}
	if p.KeysAt != "" {
		fmt.Fprintf(a.err, "A key of %s is to be had at %s.\n", p.Name, p.KeysAt)
	}
	key, err := a.readSecret("the key of " + provider)
	if err != nil {
		return err
	}
	if key == "" {
		return usage("there is no key on stdin: give one, or --no-key")
	}
	place, err := s.Keys.Set(provider, key)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "the key is stored in the %s\n", place)
	return nil
}

func (a *cli) modelsTest() *cobra.Command {
	var asJSON, look bool
	c := &cobra.Command{
		Use:   "test [PROVIDER/MODEL]",
		Short: "Try a model: reachable, key, tools, pictures, window",
		Long: `Try a model with one small request, which costs what it costs: whether it can be
reached, the key is good, the model is there, it calls tools, it sees pictures, and how
many tokens it takes. With --look nothing is asked of the model itself.`,
		Example: "  bua models test\n  bua models test openai/gpt-5 --look", Args: args(cobra.MaximumNArgs(1)), ValidArgsFunction: a.completeModels,
		RunE: func(c *cobra.Command, list []string) error {
			s, err := a.models()
			if err != nil {
				return err
			}
			return a.tryModel(c.Context(), s, strings.Join(list, ""), look, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	c.Flags().BoolVar(&look, "look", false, "do not ask the model itself, so that nothing is spent")
	return c
}

// tryModel tries a model and prints what it can.
func (a *cli) tryModel(ctx context.Context, s *model.Store, name string, look, asJSON bool) error {
	client, err := s.Client(name)
	if err != nil {
		return err
	}
	try := client.Probe
	if look {
		try = client.Look
	}
	r := try(ctx)
	if asJSON {
		if err := a.asJSON(r); err != nil || r.Fault == nil {
			return err
		}
		return &saidError{r.Fault}
	}
	known := func(c core.Can) string {
		if c == "" {
			return "not known"
		}
		return string(c)
	}
	fmt.Fprintf(a.out, "%s\n  reachable  %s\n  key        %s\n  model      %s\n  tools      %s\n  pictures   %s\n", plain(r.Name), known(r.Reachable), known(r.Key), known(r.Model), known(r.Tools), known(r.Vision))
	if r.Window > 0 {
		fmt.Fprintf(a.out, "  window     %d tokens (%s)\n", r.Window, r.WindowFrom)
	}
	if r.Took > 0 {
		fmt.Fprintf(a.out, "  answered   in %s, %d tokens in, %d out\n", r.Took.Round(10*time.Millisecond), r.Usage.In, r.Usage.Out)
	}
	if r.Fault != nil {
		return r.Fault
	}
	return nil
}

func (a *cli) modelsDefault() *cobra.Command {
	return &cobra.Command{
		Use: "default PROVIDER/MODEL", Short: "Take a model when none is named", Example: "  bua models default ollama/qwen3",
		Args: args(cobra.ExactArgs(1)), ValidArgsFunction: a.completeModels,
		RunE: a.ofModel((*model.Store).SetDefault, "is the default"),
	}
}

func (a *cli) modelsRemove() *cobra.Command {
	return &cobra.Command{
		Use: "remove PROVIDER[/MODEL]", Short: "Forget a model, or a provider with all its models and its key",
		Example: "  bua models remove openai/gpt-5\n  bua models remove openai", Args: args(cobra.ExactArgs(1)), ValidArgsFunction: a.completeModels,
		RunE: a.ofModel((*model.Store).Remove, "is forgotten"),
	}
}

// ofModel does something with what its argument names, and says that it is done.
func (a *cli) ofModel(do func(*model.Store, string) error, says string) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, list []string) error {
		s, err := a.models()
		if err == nil {
			err = do(s, list[0])
		}
		if err == nil {
			fmt.Fprintf(a.out, "%s %s\n", list[0], says)
		}
		return err
	}
}
