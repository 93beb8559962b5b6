package policies

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"strings"
)

// profile is a configuration profile of macOS: the preferences of the browsers,
// and those of the extension in each. Its identifiers follow from the
// extension's, so that a new version of it replaces the old one.
func profile(o Options, list []property) ([]byte, error) {
	var values object
	for _, p := range list {
		values = append(values, member{p.key, p.value})
	}
	var payloads []any
	for _, b := range browsers() {
		if o.UpdateURL != "" {
			payloads = append(payloads, append(payload(o, b.domain, "bua: installation in "+b.name), member{"ExtensionSettings", object{{o.ID, installation(o)}}}))
		}
		payloads = append(payloads, append(payload(o, b.domain+".extensions."+o.ID, "bua: values in "+b.name), values...))
	}
	all := append(payload(o, "Configuration", "bua"), member{"PayloadScope", "System"}, member{"PayloadContent", payloads})
	var out bytes.Buffer
	out.WriteString(xml.Header + `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n<plist version=\"1.0\">\n")
	if err := plist(&out, all, 0); err != nil {
		return nil, err
	}
	out.WriteString("</plist>\n")
	return out.Bytes(), nil
}

// payload is what every part of a profile has.
func payload(o Options, kind, name string) object {
	return object{
		{"PayloadType", kind}, {"PayloadDisplayName", name}, {"PayloadVersion", 1},
		{"PayloadIdentifier", "io.github.zapvol.bua." + o.ID + "." + kind}, {"PayloadUUID", uuid(o.ID + " " + kind)},
	}
}

// uuid is an identifier that follows from a name.
func uuid(name string) string {
	sum := sha256.Sum256([]byte(name))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, which is one's own
	return strings.ToUpper(fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]))
}

// plist writes a value as a property list has it.
func plist(out *bytes.Buffer, value any, depth int) error {
	in := strings.Repeat("\t", depth)
	switch v := value.(type) {
	case int:
		fmt.Fprintf(out, "%s<integer>%d</integer>\n", in, v)
	case string:
		fmt.Fprintf(out, "%s<string>%s</string>\n", in, escaped(v))
	case []string:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return plist(out, list, depth)
	case []any:
		out.WriteString(in + "<array>\n")
		for _, e := range v {
			if err := plist(out, e, depth+1); err != nil {
				return err
			}
		}
		out.WriteString(in + "</array>\n")
	case object:
		out.WriteString(in + "<dict>\n")
		for _, m := range v {
			fmt.Fprintf(out, "%s\t<key>%s</key>\n", in, escaped(m.key))
			if err := plist(out, m.value, depth+1); err != nil {
				return err
			}
		}
		out.WriteString(in + "</dict>\n")
	default:
		return fmt.Errorf("a property list has no %T", value)
	}
	return nil
}

// escaped is a text as XML has it.
func escaped(text string) string {
	var out bytes.Buffer
	_ = xml.EscapeText(&out, []byte(text)) // a buffer takes everything
	return out.String()
}
