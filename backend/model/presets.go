package model

import (
	"errors"
	"slices"
)

// ParseProviders reads providers as presets.json has them, and refuses what is no
// provider.
func ParseProviders(data []byte) ([]Provider, error) {
	all, ok := parse(data)
	if !ok || !all.is('[') {
		return nil, errors.New("the list of providers cannot be read: it is no JSON list")
	}
	var list []Provider
	for x := range all.each() {
		r := reader{}
		p := r.provider(x)
		if r.odd != "" {
			return nil, errors.New("the list of providers cannot be read: provider " + p.Name + ": " + r.odd)
		}
		if err := p.Check(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o Provider) bool { return o.Name == p.Name }) {
			return nil, errors.New("provider " + p.Name + " is there twice: rename one")
		}
		list = append(list, p)
	}
	return list, nil
}

// reader reads what a person may have written, and notes what is not as it should be.
type reader struct{ odd string }

func (r *reader) expect(ok bool, name, what string) {
	if !ok && r.odd == "" {
		r.odd = name + " must be " + what
	}
}

// unknown notes a member that nothing has.
func (r *reader) unknown(name string) {
	if r.odd == "" {
		r.odd = "there is no field " + name
	}
}

func (r *reader) text(name string, x value) string {
	r.expect(x.is('"'), name, "a text")
	return x.text()
}

func (r *reader) flag(name string, x value) bool {
	r.expect(x.is('t') || x.is('f'), name, "true or false")
	return x.true()
}

func (r *reader) quirks(name string, x value) (list []Quirk) {
	r.expect(x.is('['), name, "a list of texts")
	for q := range x.each() {
		list = append(list, Quirk(r.text(name, q)))
	}
	return list
}

func (r *reader) raws(name string, x value) map[string]Raw {
	r.expect(x.is('{'), name, "an object")
	all := map[string]Raw{}
	for k, v := range x.members() {
		all[k] = Raw(v)
	}
	return all
}

func (r *reader) texts(name string, x value) map[string]string {
	r.expect(x.is('{'), name, "an object")
	all := map[string]string{}
	for k, v := range x.members() {
		all[k] = r.text(name, v)
	}
	return all
}

func (r *reader) provider(x value) (p Provider) {
	r.expect(x.is('{'), "it", "an object")
	for name, v := range x.members() {
		switch name {
		case "name":
			p.Name = r.text(name, v)
		case "like":
			p.Like = r.text(name, v)
		case "title":
			p.Title = r.text(name, v)
		case "wire":
			p.Wire = Wire(r.text(name, v))
		case "base":
			p.Base = r.text(name, v)
		case "local":
			p.Local = r.flag(name, v)
		case "mend":
			p.Mend = r.text(name, v)
		case "noKey":
			p.NoKey = r.flag(name, v)
		case "keysAt":
			p.KeysAt = r.text(name, v)
		case "moneyAt":
			p.MoneyAt = r.text(name, v)
		case "header":
			p.Header = r.text(name, v)
		case "list":
			p.List = Lister(r.text(name, v))
		case "quirks":
			p.Quirks = r.quirks(name, v)
		case "body":
			p.Body = r.raws(name, v)
		case "query":
			p.Query = r.texts(name, v)
		case "rules":
			r.expect(v.is('['), name, "a list of objects")
			for one := range v.each() {
				p.Rules = append(p.Rules, r.rule(one))
			}
		default:
			r.unknown(name)
		}
	}
	return p
}

func (r *reader) rule(x value) (u Rule) {
	r.expect(x.is('{'), "a rule", "an object")
	for name, v := range x.members() {
		switch name {
		case "match":
			u.Match = r.text(name, v)
		case "wire":
			u.Wire = Wire(r.text(name, v))
		case "quirks":
			u.Quirks = r.quirks(name, v)
		case "window":
			r.expect(v.isNumber(), name, "a number")
			u.Window = v.whole()
		case "body":
			u.Body = r.raws(name, v)
		default:
			r.unknown(name)
		}
	}
	return u
}
