package policies

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
)

const id = "abcdefghijklmnopabcdefghijklmnop"

// made are the policies of the tree's own schema, and its properties.
func made(t *testing.T, update string) (map[string]string, []property) {
	t.Helper()
	schema, err := os.ReadFile("../../managed.json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := read(schema)
	if err != nil {
		t.Fatal(err)
	}
	files, err := Make(Options{Schema: schema, ID: id, UpdateURL: update, Version: "1.2.3", Chrome: "125"})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		texts[f.Name] = string(f.Data)
	}
	return texts, list
}

// want is [ready] as JSON has it: what every form has to say.
func want(t *testing.T) map[string]any {
	t.Helper()
	text, err := json.Marshal(ready)
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, string(text))
}

func decoded(t *testing.T, text string) (v map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// What stands in the policies is what the schema has, key for key and type for
// type: a key of one alone would be a policy that does nothing, or a value that
// an administrator does not find.
func TestReady_AgreesWithTheSchema(t *testing.T) {
	_, list := made(t, "")
	keys := map[string]bool{}
	for _, p := range list {
		keys[p.key] = true
		is := is.NewRelaxed(t)
		is.True(p.Title != "" && p.Description != "") // p.key
		switch v := ready[p.key].(type) {
		case int:
			is.Equal(p.Type, "integer")
		case []string:
			is.Equal(p.Type, "array")
			is.True(len(v) > 0)
		case string:
			is.Equal(p.Type, "string")
			is.True(len(p.Enum) == 0 || strings.Contains("|"+strings.Join(p.Enum, "|")+"|", "|"+v+"|"))
		default:
			t.Errorf("%s: %T", p.key, v)
		}
	}
	for key := range ready {
		if !keys[key] {
			t.Errorf("build/policies/ready.go has %q, which managed.json has not", key)
		}
	}
}

func TestMake_RefusesAKeyWithoutAValue(t *testing.T) {
	is := is.New(t)
	_, err := Make(Options{Schema: []byte(`{"properties": {"speed": {"type": "integer"}}}`)})
	is.True(err != nil)
	is.True(strings.Contains(err.Error(), "ready.go"))
	_, err = Make(Options{Schema: []byte(`{"properties": {"speed": {"type": "object"}}}`)})
	is.True(err != nil)
}

func TestLinux(t *testing.T) {
	is := is.New(t)
	texts, _ := made(t, "https://updates.example.com/update.xml")
	is.Equal(decoded(t, texts["linux/bua.json"]), map[string]any{
		"ExtensionSettings": map[string]any{id: map[string]any{"installation_mode": "force_installed", "update_url": "https://updates.example.com/update.xml"}},
		"3rdparty":          map[string]any{"extensions": map[string]any{id: want(t)}},
	})
	texts, _ = made(t, "")
	_, installs := decoded(t, texts["linux/bua.json"])["ExtensionSettings"]
	is.True(!installs) // from nowhere nothing is installed
}

func TestGoogle(t *testing.T) {
	is := is.New(t)
	texts, _ := made(t, "")
	got := decoded(t, texts["google/bua.json"])
	for key, value := range want(t) {
		is.Equal(got[key], map[string]any{"Value": value}) // key
	}
	is.Equal(len(got), len(ready))
}

// The registry file is read back as Chrome reads the registry.
func TestRegistry(t *testing.T) {
	is := is.New(t)
	texts, _ := made(t, "https://updates.example.com/update.xml")
	lines := strings.Split(texts["windows/bua.reg"], "\r\n")
	is.Equal(lines[0], "Windows Registry Editor Version 5.00")
	keys := map[string]map[string]any{}
	var at string
	for _, line := range lines[1:] {
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			at = strings.TrimSuffix(strings.TrimPrefix(line, `[HKEY_LOCAL_MACHINE\`), "]")
			keys[at] = map[string]any{}
		default:
			name, value, _ := strings.Cut(line, "=")
			if hex, is := strings.CutPrefix(value, "dword:"); is {
				n, err := strconv.ParseUint(hex, 16, 32)
				if err != nil {
					t.Fatal(err)
				}
				keys[at][strings.Trim(name, `"`)] = float64(n)
				continue
			}
			text, err := strconv.Unquote(value)
			if err != nil {
				t.Fatal(line, err)
			}
			keys[at][strings.Trim(name, `"`)] = text
		}
	}
	for _, b := range browsers() {
		got := keys[b.values(id)]
		for _, p := range []string{"blocklist", "grants", "blockedCategories", "deniedCapabilities", "agentModels"} {
			var list []any
			entries := keys[b.values(id)+`\`+p]
			for i := range len(entries) {
				list = append(list, entries[strconv.Itoa(i+1)])
			}
			got[p] = list
		}
		is.Equal(got, want(t)) // b.name
		is.Equal(keys[b.registry+`\ExtensionSettings\`+id], map[string]any{"installation_mode": "force_installed", "update_url": "https://updates.example.com/update.xml"})
	}
}

// The template asks for every value once for each browser, at the key where the
// registry file has it, and no word of it is missing.
func TestTemplate(t *testing.T) {
	is := is.New(t)
	texts, list := made(t, "")
	var doc struct {
		Policies []struct {
			Name  string `xml:"name,attr"`
			Key   string `xml:"key,attr"`
			Shows string `xml:"presentation,attr"`
			Parts struct {
				Any []struct {
					XMLName xml.Name
					ID      string `xml:"id,attr"`
					Value   string `xml:"valueName,attr"`
					Key     string `xml:"key,attr"`
				} `xml:",any"`
			} `xml:"elements"`
		} `xml:"policies>policy"`
	}
	is.NoErr(xml.Unmarshal([]byte(texts["windows/bua.admx"]), &doc))
	is.Equal(len(doc.Policies), len(list)*len(browsers()))
	for i, p := range doc.Policies {
		b, of := browsers()[i/len(list)], list[i%len(list)]
		is.Equal(p.Name, b.name+"_"+of.key)
		is.Equal(p.Key, b.values(id))
		is.Equal(p.Shows, "$(presentation."+of.key+")")
		is.Equal(len(p.Parts.Any), 1)
		element := p.Parts.Any[0]
		is.Equal(element.XMLName.Local, of.Kind())
		is.Equal(element.ID, of.key)
		if of.Type == "array" {
			is.Equal(element.Key, b.values(id)+`\`+of.key)
		} else {
			is.Equal(element.Value, of.key)
		}
	}

	var said struct {
		Strings []struct {
			ID   string `xml:"id,attr"`
			Text string `xml:",chardata"`
		} `xml:"resources>stringTable>string"`
		Shown []struct {
			ID    string `xml:"id,attr"`
			Parts []struct {
				Ref string `xml:"refId,attr"`
			} `xml:",any"`
		} `xml:"resources>presentationTable>presentation"`
	}
	is.NoErr(xml.Unmarshal([]byte(texts["windows/en-US/bua.adml"]), &said))
	there := map[string]string{}
	for _, s := range said.Strings {
		is.True(s.Text != "")
		is.Equal(there["string."+s.ID], "") // twice
		there["string."+s.ID] = s.Text
	}
	for _, p := range said.Shown {
		is.Equal(len(p.Parts), 1)
		is.Equal(p.Parts[0].Ref, p.ID)
		there["presentation."+p.ID] = "shown"
	}
	used := regexp.MustCompile(`\$\(([^)]+)\)`).FindAllStringSubmatch(texts["windows/bua.admx"], -1)
	is.True(len(used) > len(list))
	for _, u := range used {
		is.True(there[u[1]] != "") // a word that the template names
	}
	for _, p := range list {
		is.Equal(there["string."+p.key+"_explain"], p.Description)
	}
}

// The profile is read back as macOS reads it.
func TestProfile(t *testing.T) {
	is := is.New(t)
	texts, _ := made(t, "https://updates.example.com/update.xml")
	d := xml.NewDecoder(strings.NewReader(texts["macos/bua.mobileconfig"]))
	var doc map[string]any
	for doc == nil {
		token, err := d.Token()
		is.NoErr(err)
		if start, begins := token.(xml.StartElement); begins && start.Name.Local == "dict" {
			doc = value(t, d, start).(map[string]any)
		}
	}
	is.Equal(doc["PayloadType"], "Configuration")
	parts := map[string]map[string]any{}
	uuids := map[string]bool{doc["PayloadUUID"].(string): true}
	for _, p := range doc["PayloadContent"].([]any) {
		part := p.(map[string]any)
		uuids[part["PayloadUUID"].(string)] = true
		parts[part["PayloadType"].(string)] = part
		for key := range part {
			if strings.HasPrefix(key, "Payload") {
				delete(part, key)
			}
		}
	}
	is.Equal(len(uuids), 2*len(browsers())+1) // each has its own
	is.Equal(len(parts), 2*len(browsers()))
	for _, b := range browsers() {
		is.Equal(parts[b.domain+".extensions."+id], want(t))
		is.Equal(parts[b.domain], map[string]any{"ExtensionSettings": map[string]any{id: map[string]any{"installation_mode": "force_installed", "update_url": "https://updates.example.com/update.xml"}}})
	}
	again, _ := made(t, "https://updates.example.com/update.xml")
	is.True(reflect.DeepEqual(texts, again)) // the same every time
}

// value reads an element of a property list.
func value(t *testing.T, d *xml.Decoder, start xml.StartElement) any {
	t.Helper()
	var text strings.Builder
	var list []any
	var keys []string
	for {
		token, err := d.Token()
		if err == io.EOF || err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.CharData:
			text.Write(e)
		case xml.StartElement:
			v := value(t, d, e)
			if e.Name.Local == "key" {
				keys = append(keys, v.(string))
				continue
			}
			list = append(list, v)
		case xml.EndElement:
			switch start.Name.Local {
			case "integer":
				n, err := strconv.Atoi(text.String())
				if err != nil {
					t.Fatal(err)
				}
				return float64(n)
			case "array":
				return list
			case "dict":
				m := map[string]any{}
				if len(keys) != len(list) {
					t.Fatalf("%d keys and %d values", len(keys), len(list))
				}
				for i, key := range keys {
					m[key] = list[i]
				}
				return m
			}
			return text.String()
		}
	}
}
