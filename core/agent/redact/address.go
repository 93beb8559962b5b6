package redact

import "strings"

// addresses takes tokens out of addresses: the person in front of the host, values
// of parameters that are named as tokens are, and what stands behind reset/ and its
// like.
func addresses(s string) string {
	var b strings.Builder
	done := 0
	for {
		i := strings.Index(s[done:], "://")
		if i < 0 {
			break
		}
		from := done + i + 3
		to := from
		for to < len(s) && s[to] > ' ' && s[to] < 0x7f && strings.IndexByte("\"'<>`{}|\\^)", s[to]) < 0 {
			to++
		}
		b.WriteString(s[done:from] + address(s[from:to]))
		done = to
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// address is what stands behind ://.
func address(a string) string {
	end := strings.IndexAny(a, "/?#")
	if end < 0 {
		end = len(a)
	}
	host, rest := a[:end], a[end:]
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		if colon := strings.IndexByte(host[:at], ':'); colon >= 0 {
			host = host[:colon+1] + Password + host[at:]
		}
	}
	path, query := rest, ""
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		path, query = rest[:i], rest[i:]
	}
	return host + segments(host, path) + parameters(query)
}

// segments takes out what stands behind a word such as reset in a path.
func segments(host, path string) string {
	parts := strings.Split(path, "/")
	hook := host == "hooks.slack.com" || strings.HasSuffix(host, "discord.com") && strings.Contains(path, "/webhooks/")
	for i := 1; i < len(parts); i++ {
		if bears(parts[i-1]) && len(parts[i]) >= 16 && mixed(parts[i], 8) || hook && len(parts[i]) >= 20 {
			parts[i] = Token
		}
	}
	return strings.Join(parts, "/")
}

// bears reports whether a part of a path is followed by a token.
func bears(part string) bool {
	switch strings.Trim(strings.ToLower(part), "-_") {
	case "reset", "reset-password", "password-reset", "password_reset", "resetpassword", "verify", "verification", "verify-email", "confirm", "confirmation", "activate", "activation",
		"magic", "magic-link", "login-link", "invite", "invitation", "token", "tokens", "unsubscribe", "one-time", "sso", "callback":
		return true
	}
	return false
}

// parameters takes out the values of parameters that are named as tokens are.
func parameters(query string) string {
	var b strings.Builder
	for len(query) > 0 {
		b.WriteByte(query[0]) // ? & # ;
		query = query[1:]
		end := strings.IndexAny(query, "&#;?")
		if end < 0 {
			end = len(query)
		}
		name, v, _ := strings.Cut(query[:end], "=")
		if least := carries(name); least > 0 && len(v) >= least && v != Token && v != Secret && v != Key {
			b.WriteString(name + "=" + Token)
		} else {
			b.WriteString(query[:end])
		}
		query = query[end:]
	}
	return b.String()
}

// carries is how long the value of a parameter is at least when it is a token, 0
// for one that never is.
func carries(name string) int {
	for _, mark := range []string{"-", "_", "%5B", "%5D", "[", "]"} { // a Replacer would weigh more than this room in the agent's program
		name = strings.ReplaceAll(name, mark, "")
	}
	switch strings.ToLower(name) {
	case "password", "passwd", "pwd", "pass", "secret", "clientsecret", "otp", "pin":
		return 1
	case "token", "accesstoken", "idtoken", "refreshtoken", "authtoken", "apikey", "apitoken", "appkey", "sessionid", "sessiontoken", "sid", "phpsessid", "jsessionid", "jwt", "ticket",
		"auth", "authorization", "sig", "signature", "xamzsignature", "xamzcredential", "xamzsecuritytoken", "xgoogsignature", "xgoogcredential", "samlresponse", "samlrequest", "assertion",
		"csrf", "csrftoken", "xsrf", "authenticitytoken", "invitetoken", "resettoken", "confirmationtoken", "logintoken", "magic", "nonce", "oauthtoken", "oauthverifier", "codeverifier":
		return 8
	case "code", "key", "session", "state", "hash", "invite", "reset", "confirm", "verify", "t":
		return 20
	}
	return 0
}
