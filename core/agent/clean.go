package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/redact"
	"github.com/zapvol/bua/core/protocol"
)

// clean is a text that is kept or shown, without what may not stand in one.
func (m *machine) clean(text string) string { return redact.Text(text, m.typed...) }

// The bounds of what is remembered of passwords.
const (
	maxSecrets = 32
	maxTyped   = 16
)

// fields takes note of which fields of a reading are for passwords.
func (m *machine) fields(list []protocol.Element) {
	for _, e := range list {
		if secretive(e.Name) && !listed(m.secrets, e.UID) && (e.Role == "textbox" || e.Role == "searchbox" || e.Role == "") {
			if len(m.secrets) == maxSecrets {
				m.secrets = m.secrets[1:]
			}
			m.secrets = append(m.secrets[:len(m.secrets):len(m.secrets)], e.UID)
		}
	}
}

// wrote takes note of what went into a field for passwords.
func (m *machine) wrote(a protocol.Action) {
	switch a := a.(type) {
	case protocol.Type:
		m.keep(a.Target, a.Text)
	case protocol.FillForm:
		for _, f := range a.Fields {
			m.keep(f.Target, f.Value)
		}
	}
}

func (m *machine) keep(at protocol.Target, text string) {
	if text == "" || !listed(m.secrets, at.UID) && !secretive(at.Selector) || listed(m.typed, text) {
		return
	}
	if len(m.typed) == maxTyped {
		m.typed = m.typed[1:]
	}
	m.typed = append(m.typed[:len(m.typed):len(m.typed)], text)
}

// secretive reports whether a field's name is one of a password's.
func secretive(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"password", "passwort", "kennwort", "passphrase", "passcode", "mot de passe", "contraseña", "senha", "wachtwoord", "hasło", "пароль", "密码", "密碼", "パスワード", "비밀번호", "cvc", "cvv", "one-time code", "einmalcode"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

func listed(list []string, s string) bool {
	for _, x := range list {
		if x == s && s != "" {
			return true
		}
	}
	return false
}
