package scan

// The readers below take apart what the browser wrote: JSON that is well
// formed, but may hold a name twice or a lone surrogate, which a page can put
// there. Of JSON that is not well formed they find less, and never fail. They
// are not jsontext's because its decoder is four times all of these readers in
// the worker.

// Members returns the raw values of the named members of a JSON object, nil
// for each that is not there. Of a name that is there twice the last counts.
func Members(data []byte, names ...string) [][]byte {
	out := make([][]byte, len(names))
	c := Cursor{Data: data}
	if !c.Eat('{') {
		return out
	}
	for {
		name, ok := c.Member()
		if !ok {
			return out
		}
		value := c.Skip()
		for n, want := range names {
			if string(name) == want {
				out[n] = value
			}
		}
	}
}

// Path returns the raw value at a path of member names.
func Path(data []byte, names ...string) []byte {
	for _, name := range names {
		data = Members(data, name)[0]
	}
	return data
}

// Nth returns the nth element of a JSON array, nil when there is none.
func Nth(data []byte, n int) []byte {
	c := Cursor{Data: data}
	if !c.Eat('[') {
		return nil
	}
	for ; c.Element(); n-- {
		e := c.Skip()
		switch {
		case len(e) == 0:
			return nil
		case n == 0:
			return e
		}
	}
	return nil
}

// Elements returns the elements of a JSON array, as far as they can be read.
func Elements(data []byte) (list [][]byte) {
	c := Cursor{Data: data}
	for more := c.Eat('['); more && c.Element(); {
		one := c.Skip()
		list = append(list, one)
		more = len(one) > 0
	}
	return list
}

// Texts is Members for members that are strings.
func Texts(data []byte, names ...string) []string {
	out := make([]string, len(names))
	for i, v := range Members(data, names...) {
		out[i] = String(v)
	}
	return out
}

// TextAt is String of what stands at a path.
func TextAt(data []byte, path ...string) string { return String(Path(data, path...)) }

// WholeAt is Whole of what stands at a path.
func WholeAt(data []byte, path ...string) int { return Whole(Path(data, path...)) }
