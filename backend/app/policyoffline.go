package app

import (
	"log/slog"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
)

// Policy lists the settings of a home in which no backend runs.
func Policy(home Home) (list []httpapi.Setting, err error) {
	err = offline(home, func(p *policies) error { list = p.list(); return nil })
	return list, err
}

// SetPolicy changes a setting of a home in which no backend runs.
func SetPolicy(home Home, name, value string) error {
	return offline(home, func(p *policies) error { return p.set("", name, value) })
}

// PolicyIn and SetPolicyIn are the same for a store in an outside NATS, while
// the backends that share it run.
func PolicyIn(servers *store.Servers) (list []httpapi.Setting, err error) {
	err = inside(&Options{NATS: servers}, func(p *policies) error { list = p.list(); return nil })
	return list, err
}

// SetPolicyIn changes a setting; see [PolicyIn].
func SetPolicyIn(servers *store.Servers, name, value string) error {
	return inside(&Options{NATS: servers}, func(p *policies) error { return p.set("", name, value) })
}

func offline(home Home, use func(*policies) error) error {
	return inside(&Options{Home: home}, use)
}

func inside(o *Options, use func(*policies) error) error {
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
