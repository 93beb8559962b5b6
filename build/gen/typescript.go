package gen

import (
	"regexp"
	"slices"
	"strings"
)

// tsNames are the types that would hide a global of the browser.
var tsNames = map[string]string{
	"Error": "ProtocolError", "Event": "ProtocolEvent", "Element": "PageElement", "Hello": "HelloMessage", "Ack": "AckMessage", "Reject": "RejectMessage",
	"Request": "RequestMessage", "Response": "ResponseMessage", "Cancel": "CancelMessage", "Beat": "BeatMessage",
}

func tsName(name string) string { return or(tsNames[name], name) }

// typescript writes the types for the extension's pages and worker.
func typescript(m *model) []byte {
	s := newTSWriter(nil, "protocol")
	for _, c := range m.consts {
		if c.number() {
			s.comment("", prose(c.name, c.doc))
			s.f("export const %s = %s;\n", screaming(c.name), c.value.ExactString())
		}
	}
	for _, w := range m.words {
		s.comment("", prose(w.name, w.doc))
		s.f("export const %s = [\n  %s,\n] as const;\nexport type %s = (typeof %s)[number];\n", plural(w.name), w.quoted(",\n  "), w.name, plural(w.name))
	}
	s.f("/** The capability that each action needs. */\nexport const capabilityOf: Readonly<Record<Kind, Capability>> = {")
	for _, a := range m.actions {
		s.f("  %s: %q,", a.tag, a.says["can"])
	}
	s.f("};\n")

	s.heads(m)
	tags := m.tags()
	for _, st := range m.structs {
		s.tsStruct(st, tags[st.name])
	}
	for _, a := range m.arrays {
		s.comment("", prose(a.name, a.doc))
		s.f("export type %s = %s[];\n", a.name, tsName(a.elem))
	}
	s.tsUnion("Action", "One thing to do in the browser.", m.actions)
	s.tsUnion("ProtocolEvent", "Something that the extension tells unasked. A receiver ignores a type it does not know.", m.events)
	s.tsUnion("Message", "One message on the socket.", m.messages)
	s.f("/** What each action answers. */\nexport interface Results {")
	for _, a := range m.actions {
		s.f("  %s: %s;", a.tag, tsName(a.says["answers"]))
	}
	s.f("}")
	return s.finish("core/protocol", "The wire between the extension and the backend, as types and constants.")
}

// heads writes how the messages with an id begin, so that who only needs the id reads no
// further. Core writes a message's members in the order of its fields.
func (s *source) heads(m *model) {
	s.f("/** How each message with an id begins as core writes it: with what it is and its id. Another order of members is valid too. */\nexport const HEADS = {")
	for _, v := range m.messages {
		if len(v.fields) > 0 && v.fields[0].wire == "id" {
			id := v.fields[0]
			s.f("  %s: /^\\{\"type\":\"%s\",\"id\":\"([\\w.:-]{%d,%d})\"/,", v.tag, v.tag, m.number(id.rules["min"]), m.number(id.rules["max"]))
		}
	}
	s.f("} as const;\n")
}

func (s *source) comment(indent, doc string) {
	if doc != "" {
		s.f("%s/** %s */", indent, doc)
	}
}

func (s *source) tsUnion(name, doc string, vs []*exchange) {
	s.comment("", doc)
	s.f("export type %s =\n  | %s;\n", name, each(vs, "\n  | ", func(v *exchange) string { return tsName(v.name) }))
}

// tsStruct writes a struct; the fields of an exactly-one rule become a union,
// so that the compiler knows the rule too.
func (w *tsWriter) tsStruct(st *shape, tag string) {
	w.comment("", prose(st.name, st.doc))
	w.f("export type %s = {", tsName(st.name))
	if tag != "" {
		w.f("  type: %q;", tag)
	}
	for _, f := range st.fields {
		if slices.ContainsFunc(st.ones, func(o one) bool { return slices.Contains(o.fields, f) }) {
			continue
		}
		w.comment("  ", prose(f.goName, f.doc))
		w.f("  %s%s: %s;", f.wire, question(f.optional || f.rules["unless"] != ""), w.typeOf(f))
	}
	if len(st.ones) == 0 {
		w.f("};\n")
		return
	}
	for _, o := range st.ones {
		w.f("} & (")
		for _, f := range o.fields {
			w.f("  | { %s: %s; %s }", f.wire, w.typeOf(f), never(o, f))
		}
		if o.optional {
			w.f("  | { %s }", never(o, nil))
		}
	}
	w.f(");\n")
}

// never says that the fields of a group are not there, but for one.
func never(o one, but *field) string {
	rest := which(o.fields, func(f *field) bool { return f != but })
	return each(rest, "; ", func(f *field) string { return f.wire + "?: never" })
}

func question(optional bool) string {
	if optional {
		return "?"
	}
	return ""
}

var hump = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// screaming turns MaxWaitMS into MAX_WAIT_MS.
func screaming(name string) string {
	return strings.ToUpper(hump.ReplaceAllString(name, "${1}${3}_${2}${4}"))
}

// camel turns TabID into tabId.
func camel(name string) string {
	words := strings.Split(strings.ToLower(screaming(name)), "_")
	for i := range words[1:] {
		words[i+1] = capital(words[i+1])
	}
	return strings.Join(words, "")
}

// plural names the array of a type's values: EndReason becomes endReasons.
func plural(name string) string {
	p := strings.ToLower(name[:1]) + name[1:]
	if strings.HasSuffix(p, "y") {
		return strings.TrimSuffix(p, "y") + "ies"
	}
	return p + "s"
}
