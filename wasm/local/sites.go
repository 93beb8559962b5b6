package local

import (
	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/session"
)

// sites are the notes for sites that come with the extension, read once.
type sites struct {
	l     *Local
	names session.IDNA
	list  []adapter.Site
}

func (s *sites) known() ([]adapter.Site, error) {
	if s.list != nil {
		return s.list, nil
	}
	text, err := s.l.file("sites.txt")
	if err != nil {
		return nil, err
	}
	list, err := adapter.Parse(s.names, string(text))
	if err != nil {
		return nil, err
	}
	s.list = list
	return list, nil
}
