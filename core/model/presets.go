package model

import "errors"

// ParseProviders reads providers as presets.json has them, and refuses what is no
// provider.
func ParseProviders(data []byte) ([]Provider, error) {
	all, ok := parse(data)
	if !ok || !all.is('[') {
		return nil, errors.New("the list of providers cannot be read: it is no JSON list")
	}
	var list []Provider
	for l := all.each(); l.next(); {
		r := strict{}
		p := r.provider(l.is)
		if r.odd != "" {
			return nil, errors.New("the list of providers cannot be read: provider " + p.Name + ": " + r.odd)
		}
		if err := p.Check(); err != nil {
			return nil, err
		}
		if _, twice := find(list, p.Name); twice {
			return nil, errors.New("provider " + p.Name + " is there twice: rename one")
		}
		list = append(list, p)
	}
	return list, nil
}

// strict reads what a person may have written, and notes what is not as it should be.
type strict struct{ odd string }

func (r *strict) expect(ok bool, name, what string) {
	if !ok && r.odd == "" {
		r.odd = name + " must be " + what
	}
}

// unknown notes a member that nothing has.
func (r *strict) unknown(name string) {
	if r.odd == "" {
		r.odd = "there is no field " + name
	}
}

func (r *strict) text(name string, x value) string {
	r.expect(x.is('"'), name, "a text")
	return x.text()
}

func (r *strict) flag(name string, x value) bool {
	r.expect(x.is('t') || x.is('f'), name, "true or false")
	return x.is('t')
}

func (r *strict) quirks(name string, x value) (list []Quirk) {
	r.expect(x.is('['), name, "a list of texts")
	for l := x.each(); l.next(); {
		list = append(list, Quirk(r.text(name, l.is)))
	}
	return list
}

func (r *strict) raws(name string, x value) map[string]Raw {
	r.expect(x.is('{'), name, "an object")
	all := map[string]Raw{}
	for l := x.members(); l.next(); {
		all[string(l.name)] = Raw(l.is)
	}
	return all
}

func (r *strict) texts(name string, x value) map[string]string {
	r.expect(x.is('{'), name, "an object")
	all := map[string]string{}
	for l := x.members(); l.next(); {
		all[string(l.name)] = r.text(name, l.is)
	}
	return all
}

func (r *strict) provider(x value) (p Provider) {
	texts := map[string]*string{"name": &p.Name, "like": &p.Like, "title": &p.Title, "wire": (*string)(&p.Wire), "base": &p.Base, "mend": &p.Mend,
		"origins": &p.Origins, "keysAt": &p.KeysAt, "moneyAt": &p.MoneyAt, "header": &p.Header, "list": (*string)(&p.List)}
	flags := map[string]*bool{"local": &p.Local, "noKey": &p.NoKey}
	r.expect(x.is('{'), "it", "an object")
	for l := x.members(); l.next(); {
		name, v := string(l.name), l.is
		switch {
		case texts[name] != nil:
			*texts[name] = r.text(name, v)
		case flags[name] != nil:
			*flags[name] = r.flag(name, v)
		case name == "quirks":
			p.Quirks = r.quirks(name, v)
		case name == "body":
			p.Body = r.raws(name, v)
		case name == "query":
			p.Query = r.texts(name, v)
		case name == "rules":
			r.expect(v.is('['), name, "a list of objects")
			for l := v.each(); l.next(); {
				p.Rules = append(p.Rules, r.rule(l.is))
			}
		default:
			r.unknown(name)
		}
	}
	return p
}

func (r *strict) rule(x value) (u Rule) {
	r.expect(x.is('{'), "a rule", "an object")
	for l := x.members(); l.next(); {
		name, v := string(l.name), l.is
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
