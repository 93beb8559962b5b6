package cdpcheck

import (
	"strconv"

	"github.com/zapvol/bua/core/scan"
)

// tree reads JSON with core's cursor: maps, slices, strings, numbers, booleans
// and nil.
func tree(data []byte) any { return value(&scan.Cursor{Data: data}) }

func value(c *scan.Cursor) any {
	switch c.Peek() {
	case '{':
		c.Eat('{')
		m := map[string]any{}
		for {
			name, more := c.Member()
			if !more {
				return m
			}
			m[string(name)] = value(c)
		}
	case '[':
		c.Eat('[')
		list := []any{}
		for c.Element() {
			list = append(list, value(c))
		}
		return list
	case '"':
		return string(c.Text())
	}
	switch text := string(c.Skip()); text {
	case "true":
		return true
	case "false":
		return false
	case "null", "":
		return nil
	default:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return text
		}
		return n
	}
}

// zero reports whether cdproto would leave the value out.
func zero(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case float64:
		return v == 0
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, member := range v {
			if !zero(member) {
				return false
			}
		}
		return true
	}
	return false
}
