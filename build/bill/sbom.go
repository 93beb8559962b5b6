package bill

import (
	"encoding/json"
	"time"
)

// The document is CycloneDX 1.6 in JSON.
type (
	bom struct {
		Schema       string       `json:"$schema"`
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		Licences   []licence  `json:"licenses,omitempty"`
		URL        string     `json:"purl,omitempty"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	licence struct {
		Licence struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn,omitempty"`
	}
)

// SBOM lists the parts in CycloneDX, for programs that look for known holes. It
// has the date of the release and no number of its own, so that the same parts
// give the same text.
func SBOM(module, version string, when time.Time, parts []Part) ([]byte, error) {
	licensed := func(id string) []licence {
		var l licence
		l.Licence.ID = id
		return []licence{l}
	}
	own := component{Type: "application", Ref: module, Name: "bua", Version: version, Licences: licensed("Apache-2.0"), URL: "pkg:golang/" + module + "@v" + version}
	doc := bom{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata: metadata{Timestamp: when.UTC().Format(time.RFC3339), Component: own},
	}
	all := dependency{Ref: module}
	for _, p := range parts {
		c := component{Type: "library", Ref: p.URL(), Name: p.Name, Version: p.Version, URL: p.URL(), Licences: licensed(p.Licence), Properties: []property{{"bua:in", p.In}}}
		if p.SHA512 != "" {
			c.Hashes = []hash{{"SHA-512", p.SHA512}}
		}
		doc.Components = append(doc.Components, c)
		all.On = append(all.On, c.Ref)
	}
	doc.Dependencies = []dependency{all}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}
