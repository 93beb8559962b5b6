package policies

import (
	"bytes"
	"text/template"
)

// admx is the template of the values for Windows' group policies. The words are
// in [adml].
func admx(o Options, list []property) ([]byte, error) { return filled(definitions, o, list) }

// adml has the template's words, in English.
func adml(o Options, list []property) ([]byte, error) { return filled(words, o, list) }

// setting is one value in one browser.
type setting struct {
	property
	Browser string
	// Key is of the registry.
	Key string
}

// Name is the value's.
func (p property) Name() string { return p.key }

// Kind is how the value is asked for: decimal, enum, list or text.
func (p property) Kind() string {
	switch {
	case p.Type == "integer":
		return "decimal"
	case p.Type == "array":
		return "list"
	case len(p.Enum) > 0:
		return "enum"
	}
	return "text"
}

func filled(text string, o Options, list []property) ([]byte, error) {
	t, err := template.New("").Funcs(template.FuncMap{"xml": escaped}).Parse(text)
	if err != nil {
		return nil, err
	}
	var names []string
	var settings []setting
	for _, b := range browsers() {
		names = append(names, b.name)
		for _, p := range list {
			settings = append(settings, setting{property: p, Browser: b.name, Key: b.values(o.ID)})
		}
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{"Options": o, "Browsers": names, "Settings": settings, "Properties": list})
	return out.Bytes(), err
}

const definitions = `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="bua" namespace="zapvol.Policies.bua"/>
  </policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <supportedOn>
    <definitions>
      <definition name="supported" displayName="$(string.supported)"/>
    </definitions>
  </supportedOn>
  <categories>
    <category name="bua" displayName="$(string.bua)"/>{{range .Browsers}}
    <category name="{{.}}" displayName="$(string.{{.}})"><parentCategory ref="bua"/></category>{{end}}
  </categories>
  <policies>{{range .Settings}}
    <policy name="{{.Browser}}_{{.Name}}" class="Both" displayName="$(string.{{.Name}})" explainText="$(string.{{.Name}}_explain)" presentation="$(presentation.{{.Name}})" key="{{xml .Key}}">
      <parentCategory ref="{{.Browser}}"/>
      <supportedOn ref="supported"/>
      <elements>{{if eq .Kind "decimal"}}
        <decimal id="{{.Name}}" valueName="{{.Name}}" minValue="0" maxValue="86400"/>{{else if eq .Kind "list"}}
        <list id="{{.Name}}" key="{{xml .Key}}\{{.Name}}" valuePrefix=""/>{{else if eq .Kind "enum"}}
        <enum id="{{.Name}}" valueName="{{.Name}}" required="true">{{$name := .Name}}{{range .Enum}}
          <item displayName="$(string.{{$name}}_{{.}})"><value><string>{{xml .}}</string></value></item>{{end}}
        </enum>{{else}}
        <text id="{{.Name}}" valueName="{{.Name}}" required="true"/>{{end}}
      </elements>
    </policy>{{end}}
  </policies>
</policyDefinitions>
`

const words = `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>bua</displayName>
  <description>What an organisation decides for the extension bua {{xml .Options.Version}}</description>
  <resources>
    <stringTable>
      <string id="bua">bua</string>
      <string id="supported">Chromium {{.Options.Chrome}} and newer</string>{{range .Browsers}}
      <string id="{{.}}">{{.}}</string>{{end}}{{range .Properties}}
      <string id="{{.Name}}">{{xml .Title}}</string>
      <string id="{{.Name}}_explain">{{xml .Description}}</string>{{$name := .Name}}{{range .Enum}}
      <string id="{{$name}}_{{.}}">{{xml .}}</string>{{end}}{{end}}
    </stringTable>
    <presentationTable>{{range .Properties}}
      <presentation id="{{.Name}}">{{if eq .Kind "decimal"}}
        <decimalTextBox refId="{{.Name}}" defaultValue="{{.Default}}">{{xml .Title}}</decimalTextBox>{{else if eq .Kind "list"}}
        <listBox refId="{{.Name}}">{{xml .Title}}</listBox>{{else if eq .Kind "enum"}}
        <dropdownList refId="{{.Name}}" noSort="true" defaultItem="0">{{xml .Title}}</dropdownList>{{else}}
        <textBox refId="{{.Name}}"><label>{{xml .Title}}</label></textBox>{{end}}
      </presentation>{{end}}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`

// Default is the value to begin with, as a template writes it.
func (p property) Default() any { return p.value }
