package install

import (
	"bytes"
	"encoding/json"

	"github.com/pelletier/go-toml/v2"
)

func readTOML(data []byte) (all map[string]any, err error) {
	return all, toml.Unmarshal(data, &all)
}

// table is the entry as a table of its own, which can stand at the end of any
// file that has none of that name.
func (e *entry) table() ([]byte, error) {
	var value map[string]any
	d := json.NewDecoder(bytes.NewReader(e.Value))
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	for k, v := range value { // JSON knows no whole numbers
		if f, ok := v.(float64); ok && f == float64(int64(f)) {
			value[k] = int64(f)
		}
	}
	var out bytes.Buffer
	out.WriteString("# Added by bua install.\n")
	n := toml.NewEncoder(&out)
	n.SetTablesInline(false)
	err := n.Encode(map[string]any{e.Under: map[string]any{e.Name: value}})
	return out.Bytes(), err
}

func (e *entry) addTOML(data []byte) ([]byte, error) {
	table, err := e.table()
	if err != nil {
		return nil, err
	}
	out := bytes.Clone(data)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	if len(out) > 0 {
		out = append(out, '\n')
	}
	return append(out, table...), nil
}

// removeTOML cuts the table out as it was added.
func (e *entry) removeTOML(data []byte) ([]byte, error) {
	table, err := e.table()
	if err != nil {
		return nil, err
	}
	if bytes.Count(data, table) != 1 {
		return nil, errGone
	}
	before, after, _ := bytes.Cut(data, table)
	if rest, ok := bytes.CutSuffix(before, []byte("\n\n")); ok {
		before = append(rest, '\n')
	}
	return append(bytes.Clone(before), after...), nil
}
