package app

import (
	"log/slog"

	"github.com/zapvol/bua/backend/httpapi"
)

// Policy lists the settings in the store of some options: of a Home in which no backend runs,
// or of an outside NATS, while the backends that share it run.
func Policy(o Options) (list []httpapi.Setting, err error) {
	err = offline(&o, func(p *policies) error { list = p.list(); return nil })
	return list, err
}

// SetPolicy changes a setting there.
func SetPolicy(o Options, name, value string) error {
	return offline(&o, func(p *policies) error { return p.set("", name, value) })
}

func offline(o *Options, use func(*policies) error) error {
	o.Log = slog.New(slog.DiscardHandler)
	s, err := openStorage(o)
	if err != nil {
		return err
	}
	defer s.Close()
	p, err := openPolicies(s)
	if err != nil {
		return err
	}
	return use(p)
}
