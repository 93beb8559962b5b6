package redact

import "strings"

// labels are words behind which a password stands, in small letters.
func labels() []string {
	return []string{"password", "passwort", "kennwort", "passwd", "passphrase", "passcode", "pwd", "mot de passe", "contraseña", "senha", "wachtwoord", "hasło", "пароль", "密码", "密碼", "パスワード", "비밀번호",
		"api key", "api-key", "api_key", "apikey", "secret key", "secret_key", "client secret", "client_secret", "access token", "access_token", "cvc", "cvv", "pin"}
}

// labelled takes out what stands behind such a word and a sign: password: x7!k.
// What reads like a word of the language stays, since that is what a page says of
// passwords: "Password: required". Behind = everything goes.
func labelled(s string) string {
	for _, label := range labels() {
		s = afterLabel(s, label)
	}
	return s
}

func afterLabel(s, label string) string {
	small := strings.ToLower(s)
	if len(small) != len(s) { // some letters are longer in small: nothing to aim with
		small = s
	}
	var b strings.Builder
	done := 0
	for from := 0; ; {
		i := strings.Index(small[from:], label)
		if i < 0 {
			break
		}
		i += from
		from = i + len(label)
		if i > 0 && letter(s[i-1]) && letter(label[0]) {
			continue
		}
		at, to, sign := behind(s, from)
		if at == to || !reveals(s[at:to], label, sign) {
			continue
		}
		b.WriteString(s[done:at] + Password)
		done, from = to, to
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// behind is where the value after a label begins and ends, and the sign between.
func behind(s string, at int) (from, to int, sign byte) {
	skip := func() {
		for at < len(s) && (s[at] == ' ' || s[at] == '"' || s[at] == '\'' || s[at] == '`' || s[at] == '*') {
			at++
		}
	}
	skip()
	switch {
	case at < len(s) && (s[at] == ':' || s[at] == '='):
		sign = s[at]
		at++
	case strings.HasPrefix(s[at:], "："):
		sign = ':'
		at += len("：")
	case strings.HasPrefix(s[at:], "is "), strings.HasPrefix(s[at:], "ist "):
		sign = ' '
		at += strings.IndexByte(s[at:], ' ') + 1
	default:
		return at, at, 0
	}
	skip()
	from = at
	for at < len(s) && s[at] > ' ' && strings.IndexByte("\"'`<>,;)", s[at]) < 0 {
		at++
	}
	for at > from && (s[at-1] == '.' || s[at-1] == '*') {
		at--
	}
	return from, at, sign
}

// reveals reports whether a value behind a label is one.
func reveals(v, label string, sign byte) bool {
	if v[0] == '[' || strings.Trim(v, "*•.xX") == "" {
		return false // taken out already, or masked
	}
	if label == "pin" || label == "cvc" || label == "cvv" {
		return len(v) >= 3 && len(v) <= 8 && all(v, digit)
	}
	if sign == '=' {
		return len(v) >= 3
	}
	if len(v) < shortest {
		return false
	}
	digits, signs, inner := false, false, false
	for i := range len(v) {
		c := v[i]
		digits = digits || digit(c)
		signs = signs || i < len(v)-1 && strings.IndexByte("!@#$%^&*_+=~", c) >= 0
		inner = inner || i > 0 && c >= 'A' && c <= 'Z' && v[i-1] >= 'a' && v[i-1] <= 'z'
	}
	return digits && !all(v, digit) || digits && len(v) >= 6 || signs || inner
}
