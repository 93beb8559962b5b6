package model

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/zapvol/bua/backend/internal/loopback"
)

// Wire is the form in which a provider is spoken to.
type Wire string

// The wires.
const (
	Completions Wire = "completions" // OpenAI's Chat Completions, and who speaks it
	Responses   Wire = "responses"   // OpenAI's Responses
	Messages    Wire = "messages"    // Anthropic's Messages
	Gemini      Wire = "gemini"      // Google's generateContent
	Ollama      Wire = "ollama"      // Ollama's own
)

var wires = []Wire{Completions, Responses, Messages, Gemini, Ollama}

// Lister says where a server tells how large its models' windows are.
type Lister string

// The listers. Without one it is the list of models that the wire has.
const (
	ListLMStudio Lister = "lmstudio"
	ListLlamaCpp Lister = "llamacpp"
	ListNone     Lister = "none"   // there is no list
	ListPublic   Lister = "public" // the wire's, which is given out without a key
)

// Provider is who answers, as data.
type Provider struct {
	Name string `json:"name"`
	// Like is the preset that a person's own provider takes what it leaves out from; ""
	// is that of its name, or custom.
	Like  string `json:"like,omitempty"`
	Title string `json:"title,omitempty"`
	Wire  Wire   `json:"wire,omitempty"`
	// Base is the address that the wire's paths are put behind.
	Base string `json:"base,omitempty"`
	// Local says that it runs where the person decides how: its window is read, and
	// one too small is refused with Mend, where {model} and {window} are filled in.
	Local bool   `json:"local,omitempty"`
	Mend  string `json:"mend,omitempty"`
	// NoKey says that it works without a key.
	NoKey bool `json:"noKey,omitempty"`
	// KeysAt says where a key is had, MoneyAt where money is paid in.
	KeysAt  string `json:"keysAt,omitempty"`
	MoneyAt string `json:"moneyAt,omitempty"`
	// Header carries the key where it is not the wire's own.
	Header string  `json:"header,omitempty"`
	List   Lister  `json:"list,omitempty"`
	Quirks []Quirk `json:"quirks,omitempty"`
	// Body is put into each request.
	Body map[string]any `json:"body,omitempty"`
	// Query is put behind each address.
	Query map[string]string `json:"query,omitempty"`
	// Rules add what holds for some models. All that match count, in order.
	Rules []Rule `json:"rules,omitempty"`
}

// Rule is what holds for models by their name.
type Rule struct {
	// Match is a pattern of path.Match; a slash is a letter like any other.
	Match  string         `json:"match"`
	Wire   Wire           `json:"wire,omitempty"`
	Quirks []Quirk        `json:"quirks,omitempty"`
	Window int            `json:"window,omitempty"`
	Body   map[string]any `json:"body,omitempty"`
}

//go:embed presets.json
var presets []byte

// Presets are the providers that are known, by name.
func Presets() []Provider {
	list, err := ParseProviders(presets)
	if err != nil {
		return nil // a test reads them
	}
	return list
}

// ParseProviders reads providers as presets.json has them, and refuses what is no
// provider.
func ParseProviders(data []byte) ([]Provider, error) {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	var list []Provider
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("the list of providers cannot be read: %w", err)
	}
	for i, p := range list {
		if err := p.check(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list[:i], func(o Provider) bool { return o.Name == p.Name }) {
			return nil, fmt.Errorf("provider %s is there twice: rename one", p.Name)
		}
	}
	return list, nil
}

func checkName(name string) error {
	if name == "" || len(name) > 40 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return fmt.Errorf("provider %q: its name must be 1 to 40 lower-case letters, digits and any of . -", name)
	}
	return nil
}

func (p Provider) check() error {
	if err := checkName(p.Name); err != nil {
		return err
	}
	if !slices.Contains(wires, p.Wire) {
		return fmt.Errorf("provider %s: its wire must be completions, responses, messages, gemini or ollama", p.Name)
	}
	if !slices.Contains([]Lister{"", ListLMStudio, ListLlamaCpp, ListNone, ListPublic}, p.List) {
		return fmt.Errorf("provider %s: its list must be lmstudio, llamacpp, public or none", p.Name)
	}
	named := slices.Clone(p.Quirks)
	for _, r := range p.Rules {
		if _, err := path.Match(flat(r.Match), ""); err != nil || r.Match == "" {
			return fmt.Errorf("provider %s: %q is no pattern of a model's name", p.Name, r.Match)
		}
		if r.Wire != "" && !slices.Contains(wires, r.Wire) {
			return fmt.Errorf("provider %s: there is no wire %s", p.Name, r.Wire)
		}
		named = append(named, r.Quirks...)
	}
	for _, q := range named {
		if !slices.Contains(quirks, q) {
			return fmt.Errorf("provider %s: there is no quirk %s", p.Name, q)
		}
	}
	if p.Base == "" {
		return nil // it is to be filled in
	}
	return checkBase(p.Base)
}

// checkBase refuses what is no address of a server. Whether a key may go there is
// decided by [New].
func checkBase(base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("the provider's address must be http:// or https://, a host, and a path at most, such as https://llm.example.com/v1")
	}
	return nil
}

// sealed reports whether what goes to an address can be read by nobody on the way.
func sealed(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	return u.Scheme == "https" || loopback.Host(u.Hostname())
}

// flat makes a slash a letter, for path.Match.
func flat(s string) string { return strings.ReplaceAll(s, "/", "\x00") }

// of is a provider as it is for one model.
func (p Provider) of(model string) (wire Wire, has traits, window int, body map[string]any) {
	wire, has, body = p.Wire, traits{}, map[string]any{}
	for _, q := range p.Quirks {
		has[q] = true
	}
	for k, v := range p.Body {
		body[k] = v
	}
	for _, r := range p.Rules {
		if ok, _ := path.Match(flat(r.Match), flat(model)); !ok {
			continue
		}
		if r.Wire != "" {
			wire = r.Wire
		}
		if r.Window > 0 {
			window = r.Window
		}
		for _, q := range r.Quirks {
			has[q] = true
		}
		for k, v := range r.Body {
			body[k] = v
		}
	}
	return wire, has, window, body
}
