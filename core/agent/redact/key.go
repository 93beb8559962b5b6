package redact

import "strings"

// shape is how a maker's keys look: what they begin with, and how long an unbroken
// run of letters and digits behind that is at least.
type shape struct {
	prefix string
	run    int
}

// shapes are those of widely used services.
func shapes() []shape {
	return []shape{
		{"sk-", 16}, {"sk_live_", 16}, {"sk_test_", 16}, {"rk_live_", 16}, {"rk_test_", 16}, {"whsec_", 16},
		{"ghp_", 30}, {"gho_", 30}, {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30}, {"github_pat_", 20}, {"glpat-", 16}, {"gldt-", 16},
		{"xoxb-", 8}, {"xoxp-", 8}, {"xoxa-", 8}, {"xoxr-", 8}, {"xoxs-", 8}, {"xoxe-", 8}, {"xapp-", 8},
		{"AKIA", 16}, {"ASIA", 16}, {"AIza", 20}, {"ya29.", 20}, {"GOCSPX-", 16}, {"1//0", 16},
		{"gsk_", 30}, {"xai-", 30}, {"hf_", 30}, {"r8_", 30}, {"nvapi-", 20}, {"pplx-", 30}, {"tvly-", 16}, {"csk-", 30},
		{"dop_v1_", 40}, {"SG.", 16}, {"npm_", 30}, {"pypi-", 40}, {"shpat_", 24}, {"shpss_", 24}, {"shpca_", 24}, {"lin_api_", 30},
		{"sq0csp-", 16}, {"sq0atp-", 16}, {"EAAA", 40}, {"ATATT3", 30}, {"dckr_pat_", 16}, {"sntrys_", 30}, {"ntn_", 30}, {"secret_", 30},
		{"AGE-SECRET-KEY-1", 40}, {"key-", 32}, {"figd_", 20}, {"PMAK-", 20}, {"hvs.", 20}, {"eyJ", 0},
	}
}

// keys takes out what looks like a service's key, and what stands behind Bearer and
// Basic.
func keys(s string) string {
	return tokens(s, func(t, before string) string {
		if len(t) < shortestKey {
			return ""
		}
		if strings.HasPrefix(t, "eyJ") {
			if parts := strings.Split(t, "."); len(parts) >= 2 && len(parts[0]) >= 16 && len(parts[1]) >= 16 {
				return Token
			}
			return ""
		}
		for _, x := range shapes() {
			if strings.HasPrefix(t, x.prefix) && x.run > 0 && mixed(t[len(x.prefix):], x.run) {
				return Key
			}
		}
		if colon := strings.IndexByte(t, ':'); colon >= 8 && colon <= 10 && all(t[:colon], digit) && len(t)-colon == 36 && mixed(t[colon+1:], 8) {
			return Key // a bot's
		}
		if last := strings.ToLower(before); (strings.HasSuffix(last, "bearer ") || strings.HasSuffix(last, "basic ")) && len(t) >= 16 && mixed(t, 8) {
			return Token
		}
		return ""
	})
}

// shortestKey is the least length of anything that is taken for a key.
const shortestKey = 12

// longestToken is how much of one is looked at.
const longestToken = 256

// tokens replaces the tokens of a text for which judge names something.
func tokens(s string, judge func(t, before string) string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if !part(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && part(s[i]) {
			i++
		}
		to := i
		for to > from && strings.IndexByte(".:-=/+", s[to-1]) >= 0 { // of the sentence
			to--
		}
		for to > from { // a key may stand behind a name: key=sk-…
			if r := judge(s[from:min(to, from+longestToken)], s[max(0, from-8):from]); r != "" {
				b.WriteString(s[done:from] + r)
				done = to
				break
			}
			cut := strings.IndexAny(s[from:to], "=:/")
			if cut < 0 {
				break
			}
			from += cut + 1
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// part reports whether a byte may be one of a token.
func part(c byte) bool { return word(c) || strings.IndexByte("-.=:/+", c) >= 0 }

// mixed reports whether a text has an unbroken run of so many letters and digits,
// both among them.
func mixed(s string, run int) bool {
	n, digits, letters := 0, false, false
	for i := range len(s) {
		switch c := s[i]; {
		case digit(c):
			n, digits = n+1, true
		case letter(c):
			n, letters = n+1, true
		default:
			n, digits, letters = 0, false, false
		}
		if n >= run && digits && letters {
			return true
		}
	}
	return false
}

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return s != ""
}
