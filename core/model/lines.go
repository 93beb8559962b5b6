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

// pieces reads the pieces of a stream: events, of which only the data counts, or lines.
type pieces struct {
	lines  liner
	events bool
	ended  bool
}

// next is the next piece, nil after the last. There may be a trouble then.
func (p *pieces) next() (value, *trouble) {
	var data []byte
	for !p.ended {
		line, err := p.lines.next()
		p.ended = err != nil
		text := bytes.TrimRight(line, "\r")
		more, ok := bytes.CutPrefix(text, []byte("data:"))
		whole := p.ended || len(text) == 0
		switch {
		case !p.events:
			data, whole = bytes.Trim(text, " \t"), true
		case ok:
			data = append(append(data, bytes.TrimPrefix(more, []byte(" "))...), '\n')
		}
		if p.events && bytes.HasPrefix(data, []byte("[DONE]")) {
			p.ended = true
			return nil, nil
		}
		if whole && len(data) > 0 {
			v, ok := parse(data)
			switch {
			case !ok && p.ended:
				return nil, troubled(torn) // the last one was cut
			case !ok:
				return nil, troubled(shapeless)
			}
			return v, nil
		}
		if err != nil && err != io.EOF {
			return nil, troubled(torn)
		}
	}
	if p.lines.err != io.EOF {
		return nil, troubled(torn)
	}
	return nil, nil
}
