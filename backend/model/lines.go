package model

import (
	"bytes"
	"io"
)

// liner reads lines. Those that it returned stay as they are.
type liner struct {
	from io.Reader
	// rest is what was read and not returned.
	rest, chunk []byte
	err         error
}

// next returns a line without its end. With an error it returns what is left.
func (l *liner) next() ([]byte, error) {
	for seen := 0; ; {
		if i := bytes.IndexByte(l.rest[seen:], '\n'); i >= 0 {
			line := l.rest[: seen+i : seen+i]
			l.rest = l.rest[seen+i+1:]
			return line, nil
		}
		if l.err != nil {
			line := l.rest
			l.rest = nil
			return line, l.err
		}
		seen = len(l.rest)
		if l.chunk == nil {
			l.chunk = make([]byte, 16<<10)
		}
		var n int
		n, l.err = l.from.Read(l.chunk)
		l.rest = append(l.rest, l.chunk[:n]...)
	}
}

// events reads server-sent events, of which only the data counts.
func events(from io.Reader, each func(value) *trouble) *trouble {
	lines := liner{from: from}
	var data []byte
	for {
		line, err := lines.next()
		text := bytes.TrimRight(line, "\r")
		if more, ok := bytes.CutPrefix(text, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(more, []byte(" "))...), '\n')
		}
		if bytes.HasPrefix(data, []byte("[DONE]")) {
			return nil
		}
		if len(data) > 0 && (len(text) == 0 || err != nil) {
			if t := one(data, err != nil, each); t != nil {
				return t
			}
			data = nil
		}
		if err != nil {
			return ended(err)
		}
	}
}

// values reads a stream of lines, each of which is JSON.
func values(from io.Reader, each func(value) *trouble) *trouble {
	lines := liner{from: from}
	for {
		line, err := lines.next()
		if len(bytes.TrimSpace(line)) > 0 {
			if t := one(line, err != nil, each); t != nil {
				return t
			}
		}
		if err != nil {
			return ended(err)
		}
	}
}

// one reads one piece of a stream. The last may have been cut.
func one(data []byte, last bool, each func(value) *trouble) *trouble {
	v, ok := parse(data)
	switch {
	case !ok && last:
		return troubled(torn)
	case !ok:
		return troubled(shapeless)
	}
	return each(v)
}

// ended is what the end of a stream is.
func ended(err error) *trouble {
	if err == io.EOF {
		return nil
	}
	return troubled(torn)
}
