package install

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

func readJSONC(data []byte) (all map[string]any, err error) {
	plain, err := hujson.Standardize(bytes.Clone(data))
	if err != nil {
		return nil, err
	}
	return all, json.Unmarshal(plain, &all)
}

// object is an object in a file, with where it stands.
type object struct {
	*hujson.Object
	// start is where its { is, end where its } is.
	start, end int
}

// find returns the object under a name of the root, or the root itself for "".
// It is nil when there is none.
func find(data []byte, name string) (*object, error) {
	v, err := hujson.Parse(data)
	if err != nil {
		return nil, unreadable{err}
	}
	root, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, errShape
	}
	if name == "" {
		return &object{root, v.StartOffset, v.EndOffset - 1}, nil
	}
	at := index(root, name)
	if at < 0 {
		return nil, nil
	}
	value := root.Members[at].Value
	o, ok := value.Value.(*hujson.Object)
	if !ok {
		return nil, errShape
	}
	return &object{o, value.StartOffset, value.EndOffset - 1}, nil
}

// trailing reports whether a comma follows the last member: the parser then has
// what stands before it apart.
func (o *object) trailing() bool {
	n := len(o.Members)
	return n > 0 && o.Members[n-1].Value.AfterExtra != nil
}

func index(o *hujson.Object, name string) int {
	for i, m := range o.Members {
		if l, ok := m.Name.Value.(hujson.Literal); ok && l.String() == name {
			return i
		}
	}
	return -1
}

func (e *entry) addJSONC(data []byte) ([]byte, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}\n")
	}
	list, err := find(data, e.Under)
	if err != nil {
		return nil, err
	}
	if list != nil {
		return list.insert(data, e.Name, e.Value)
	}
	root, err := find(data, "")
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(map[string]json.RawMessage{e.Name: e.Value})
	if err != nil {
		return nil, err
	}
	return root.insert(data, e.Under, value)
}

// insert puts a member at the end of an object, as the file is laid out. Every
// byte that was there stays, and in its order.
func (o *object) insert(data []byte, name string, value []byte) ([]byte, error) {
	key, err := json.Marshal(name)
	if err != nil {
		return nil, err
	}
	last := o.start + 1 // behind what is there
	trailing := o.trailing()
	if n := len(o.Members); n > 0 {
		last = o.Members[n-1].Value.EndOffset
	}
	tail := data[last:o.end]
	kept := len(bytes.TrimRight(tail, " \t\r\n")) // the last comment is kept before it
	var out bytes.Buffer
	out.Write(data[:last])
	if len(o.Members) > 0 && !trailing {
		out.WriteByte(',')
	}
	out.Write(tail[:kept])
	if bytes.IndexByte(data[o.start:o.end], '\n') < 0 && (len(o.Members) > 0 || bytes.IndexByte(bytes.TrimSpace(data), '\n') < 0 && len(bytes.TrimSpace(data)) > 2) {
		// It stands on one line: so does the member.
		if len(o.Members) > 0 {
			out.WriteByte(' ')
		}
		var line bytes.Buffer
		if err := json.Compact(&line, value); err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteString(": ")
		out.Write(line.Bytes())
		if trailing {
			out.WriteByte(',')
		}
		out.Write(tail[kept:])
		out.Write(data[o.end:])
		return out.Bytes(), nil
	}
	outer := indent(data, o.start)
	step := stepOf(data)
	inner := outer + step
	if len(o.Members) > 0 {
		inner = indent(data, o.Members[0].Name.StartOffset)
	}
	end := newline(data)
	var lines bytes.Buffer
	if err := json.Indent(&lines, value, inner, step); err != nil {
		return nil, err
	}
	out.WriteString(end + inner)
	out.Write(key)
	out.WriteString(": ")
	out.WriteString(strings.ReplaceAll(lines.String(), "\n", end))
	if trailing {
		out.WriteByte(',')
	}
	if rest := tail[kept:]; bytes.IndexByte(rest, '\n') >= 0 {
		out.Write(rest)
	} else {
		out.WriteString(end + outer)
	}
	out.Write(data[o.end:])
	return out.Bytes(), nil
}

// indent is the white space that the line of a byte begins with.
func indent(data []byte, at int) string {
	line := data[bytes.LastIndexByte(data[:at], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// stepOf is one step of the file's indentation.
func stepOf(data []byte) string {
	if root, err := find(data, ""); err == nil && len(root.Members) > 0 {
		if step := indent(data, root.Members[0].Name.StartOffset); step != "" {
			return step
		}
	}
	return "  "
}

// newline is what ends the file's lines.
func newline(data []byte) string {
	if bytes.Contains(data, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// removeJSONC cuts the entry out, and with whole the list that it was alone in.
func (e *entry) removeJSONC(data []byte, whole bool) ([]byte, error) {
	under, name := e.Under, e.Name
	if whole {
		under, name = "", e.Under
	}
	o, err := find(data, under)
	if err != nil {
		return nil, err
	}
	if o == nil {
		return nil, errGone
	}
	return o.cut(data, name)
}

// cut takes a member out of an object, with its comma and its own line.
func (o *object) cut(data []byte, name string) ([]byte, error) {
	at := index(o.Object, name)
	if at < 0 {
		return nil, errGone
	}
	m := o.Members[at]
	from, to := m.Name.StartOffset, m.Value.EndOffset
	from -= len(data[:from]) - len(bytes.TrimRight(data[:from], " \t"))
	comma := -1 // of the member before, to take away
	switch next := at+1 < len(o.Members); {
	case next || o.trailing():
		to += len(m.Value.AfterExtra) + 1
	case at > 0:
		before := o.Members[at-1].Value
		comma = before.EndOffset + len(before.AfterExtra)
	}
	if line := bytes.TrimRight(data[:from], "\r\n"); len(line) < from { // the line is its own
		if rest := bytes.TrimLeft(data[to:], " \t"); len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r') {
			from -= len(newline(data[len(line):from]))
		}
	}
	var out bytes.Buffer
	if comma >= 0 && comma < from {
		out.Write(data[:comma])
		out.Write(data[comma+1 : from])
	} else {
		out.Write(data[:from])
	}
	out.Write(data[to:])
	return out.Bytes(), nil
}
