package model

import (
	"maps"
	"path"
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
	// Origins is the command that has it let a browser's extension in, where it lets none in by
	// itself.
	Origins string `json:"origins,omitempty"`
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
	Body map[string]Raw `json:"body,omitempty"`
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
	Body   map[string]Raw `json:"body,omitempty"`
}

// of is a provider as it is for one model.
func (p *Provider) of(model string) (wire Wire, has traits, window int, body map[string]Raw) {
	wire, has, body = p.Wire, traits{}, map[string]Raw{}
	for _, q := range p.Quirks {
		has[q] = true
	}
	maps.Copy(body, p.Body)
	for i := range p.Rules {
		r := &p.Rules[i]
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
		maps.Copy(body, r.Body)
	}
	return wire, has, window, body
}
