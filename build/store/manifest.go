package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/zapvol/bua/build/archive"
)

// manifest is what the store's rules look at.
type manifest struct {
	ManifestVersion int               `json:"manifest_version"`
	Name            string            `json:"name"`
	ShortName       string            `json:"short_name"`
	Version         string            `json:"version"`
	Description     string            `json:"description"`
	DefaultLocale   string            `json:"default_locale"`
	Icons           map[string]string `json:"icons"`
	Permissions     []string          `json:"permissions"`
	Optional        []string          `json:"optional_permissions"`
	Hosts           []string          `json:"host_permissions"`
	OptionalHosts   []string          `json:"optional_host_permissions"`
	Key             string            `json:"key"`
	UpdateURL       string            `json:"update_url"`
	Security        map[string]string `json:"content_security_policy"`

	// messages are the texts by locale and name.
	messages map[string]map[string]string
}

func readManifest(files []archive.File) (m manifest, err error) {
	found := false
	m.messages = map[string]map[string]string{}
	for _, f := range files {
		dir, file := path.Split(f.Name)
		switch {
		case f.Name == manifestFile:
			found = true
			if err := json.Unmarshal(f.Data, &m); err != nil {
				return m, fmt.Errorf("manifest.json: %w", err)
			}
		case file == "messages.json" && strings.HasPrefix(dir, "_locales/"):
			var list map[string]struct{ Message string }
			if err := json.Unmarshal(f.Data, &list); err != nil {
				return m, fmt.Errorf("%s: %w", f.Name, err)
			}
			locale := path.Base(dir)
			m.messages[locale] = map[string]string{}
			for name, text := range list {
				m.messages[locale][name] = text.Message
			}
		}
	}
	if !found {
		return m, errors.New("manifest.json is not at the root")
	}
	return m, nil
}

// say puts a text of the manifest into a language: __MSG_name__ names one of its
// messages, which the default language has when that one has not.
func (m manifest) say(locale, text string) string {
	name, begins := strings.CutPrefix(text, "__MSG_")
	name, ends := strings.CutSuffix(name, "__")
	if !begins || !ends {
		return text
	}
	if said := m.messages[locale][name]; said != "" {
		return said
	}
	return m.messages[m.DefaultLocale][name]
}

// permissions are all that the person or the store is asked for.
func (m manifest) permissions() []string {
	var list []string
	for _, part := range [][]string{m.Permissions, m.Optional, m.Hosts, m.OptionalHosts} {
		list = append(list, part...)
	}
	return list
}

// connectsAnywhere is a source of connect-src that names no host, as wss:, or "".
func (m manifest) connectsAnywhere() string {
	for directive := range strings.SplitSeq(m.Security["extension_pages"], ";") {
		words := strings.Fields(directive)
		if len(words) == 0 || words[0] != "connect-src" {
			continue
		}
		for _, source := range words[1:] {
			if source == "*" || strings.HasSuffix(source, ":") {
				return source
			}
		}
	}
	return ""
}
