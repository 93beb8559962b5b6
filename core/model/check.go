package model

import (
	"errors"
	"path"
	"slices"
	"strings"
)

// CheckName refuses what is no name of a provider.
func CheckName(name string) error {
	if name == "" || len(name) > 40 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return errors.New(`provider "` + name + `": its name must be 1 to 40 lower-case letters, digits and any of . -`)
	}
	return nil
}

// SplitName reads "provider/model". The model's own name may have slashes.
func SplitName(name string) (provider, model string, err error) {
	provider, model, _ = strings.Cut(name, "/")
	odd := CheckName(provider) != nil || model == "" || len(model) > 200
	for i := range len(model) {
		odd = odd || control(model[i])
	}
	if odd {
		return "", "", errors.New(`"` + name + `" is no model: write provider/model, such as ollama/qwen3 or openai/gpt-5`)
	}
	return provider, model, nil
}

func known(w Wire) bool {
	return slices.Contains([]Wire{Completions, Responses, Messages, Gemini, Ollama}, w)
}

// Check refuses what is no provider. Its address may be left to be filled in.
func (p Provider) Check() error {
	if err := CheckName(p.Name); err != nil {
		return err
	}
	odd := func(text string) error { return errors.New("provider " + p.Name + ": " + text) }
	if !known(p.Wire) {
		return odd("its wire must be completions, responses, messages, gemini or ollama")
	}
	switch p.List {
	case "", ListLMStudio, ListLlamaCpp, ListNone, ListPublic:
	default:
		return odd("its list must be lmstudio, llamacpp, public or none")
	}
	named := slices.Clone(p.Quirks)
	for i := range p.Rules {
		r := &p.Rules[i]
		if _, err := path.Match(flat(r.Match), ""); err != nil || r.Match == "" {
			return odd(`"` + r.Match + `" is no pattern of a model's name`)
		}
		if r.Wire != "" && !known(r.Wire) {
			return odd("there is no wire " + string(r.Wire))
		}
		named = append(named, r.Quirks...)
	}
	for _, q := range named {
		if !q.known() {
			return odd("there is no quirk " + string(q))
		}
	}
	if p.Base == "" {
		return nil
	}
	return checkBase(p.Base)
}
