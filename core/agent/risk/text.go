package risk

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// before is what an act is, whatever is granted.
func (s *State) before(a protocol.Action, site string) Approval {
	switch a := a.(type) {
	case protocol.Navigate:
		return s.address(a.URL)
	case protocol.OpenTab:
		return s.address(a.URL)
	case protocol.Evaluate:
		return Approval{Sink: Script, Site: site, Text: a.Expression}
	case protocol.UploadFile:
		return Approval{Sink: Upload, Site: site, What: scan.Shorten(a.Name, 200), Text: scan.Shorten(a.Text, 4000)}
	case protocol.ClaimTab:
		return Approval{Sink: TakeOver, Site: site, What: "tab " + strconv.Itoa(a.TabID)}
	case protocol.Type:
		if a.Secret != "" {
			return Approval{Sink: SignIn, Site: site, What: scan.Shorten(a.Secret, 200)}
		}
		return s.into(site, a.Text)
	case protocol.FillForm:
		var b strings.Builder
		for _, f := range a.Fields {
			if f.Secret != "" {
				return Approval{Sink: SignIn, Site: site, What: scan.Shorten(f.Secret, 200)}
			}
			b.WriteString(f.Value + "\n")
		}
		return s.into(site, strings.TrimRight(b.String(), "\n"))
	case protocol.Dialog:
		return s.into(site, a.Text)
	case protocol.PageTool:
		return s.into(site, a.Name+" "+string(a.Arguments))
	case protocol.PressKey:
		if utf8.RuneCountInString(a.Key) == 1 {
			return s.into(site, a.Key)
		}
		return Approval{}
	case protocol.Click, protocol.Hover, protocol.Scroll, protocol.CloseTab, protocol.Back, protocol.Forward, protocol.Reload, protocol.ReleaseTab, protocol.Help, protocol.Downloads:
		return Approval{} // what it presses counts, or nothing does
	}
	if a.Kind().Can() == protocol.CanRead {
		return Approval{}
	}
	return s.foreign(site)
}

// foreign is the question for an act on a site that the person has not sent the
// run to.
func (s *State) foreign(site string) Approval {
	if site == "" || s.writes(site) {
		return Approval{}
	}
	return Approval{Sink: Foreign, Site: site}
}

// into is the question for a text that goes into a site.
func (s *State) into(site, text string) Approval {
	if text == "" {
		return Approval{}
	}
	if s.leaves(site, text) {
		return Approval{Sink: Leave, Site: site, Text: text}
	}
	return s.foreign(site)
}

// address is the question for an address that the model has written. One that a
// page has shown is that page's own, and so carries nothing from elsewhere.
func (s *State) address(url string) Approval {
	if s.shown(url) {
		return Approval{}
	}
	site := Origin(url)
	host := strings.TrimPrefix(strings.TrimPrefix(site, "https://"), "http://")
	rest := behind(url, host)
	// A name that nobody has said may carry something in its labels.
	if !s.known(site) {
		rest = host + rest
	}
	if s.leaves(site, rest) {
		return Approval{Sink: Leave, Site: site, Text: url}
	}
	return Approval{}
}

// behind is what an address has behind its host, and all of it where the host is
// not written there as it is.
func behind(url, host string) string {
	for i := 0; host != "" && i+len(host) <= len(url); i++ {
		if strings.EqualFold(url[i:i+len(host)], host) {
			return url[i+len(host):]
		}
	}
	return url
}

// known reports whether the run has read an origin or may write there.
func (s *State) known(site string) bool { return slices.Contains(s.read, site) || s.writes(site) }

// leaves reports whether a text may carry something that was read on another
// origin: something else was read, and the person's words do not explain the text.
func (s *State) leaves(site, text string) bool {
	elsewhere := false
	for _, r := range s.read {
		elsewhere = elsewhere || r != site
	}
	return elsewhere && s.budgeted(site)+s.unexplained(text) > free
}

// budgeted is how much of unknown origin has gone into a site.
func (s *State) budgeted(site string) int {
	for _, o := range s.spent {
		if o.site == site {
			return o.n
		}
	}
	return 0
}

// Wrote takes note of a text that has gone into a site.
func (s *State) Wrote(a protocol.Action, address string) {
	site, text := Origin(address), ""
	switch a := a.(type) {
	case protocol.Navigate:
		site, text = Origin(a.URL), a.URL
	case protocol.OpenTab:
		site, text = Origin(a.URL), a.URL
	case protocol.Type:
		text = a.Text
		s.signs(site, a.Secret)
	case protocol.FillForm:
		for _, f := range a.Fields {
			text += f.Value
			s.signs(site, f.Secret)
		}
	case protocol.Dialog:
		text = a.Text
	case protocol.PressKey:
		if utf8.RuneCountInString(a.Key) == 1 {
			text = a.Key
		}
	}
	if text == "" || s.shown(text) {
		return
	}
	if o := Origin(text); o != "" && len(o) <= len(text) {
		text = text[len(o):]
	}
	n := s.unexplained(text)
	if n == 0 || n > free {
		return // asked about, and so not a trickle
	}
	for i := range s.spent {
		if s.spent[i].site == site {
			s.spent[i].n += n
			return
		}
	}
	if len(s.spent) < maxOrigins {
		s.spent = append(s.spent, outgo{site, n})
	}
}

// unexplained counts the letters and digits of a text that are no piece of the
// person's words. Percent escapes and separators do not hide anything.
func (s *State) unexplained(text string) int {
	n := plain(unescape(text))
	words := strings.ReplaceAll(s.words, " ", "") + common
	count := 0
	for len(n) > 0 {
		took := 0
		for took < len(n) {
			_, size := utf8.DecodeRuneInString(n[took:])
			if !strings.Contains(words, n[:took+size]) {
				break
			}
			took += size
		}
		if runes := utf8.RuneCountInString(n[:took]); took > 0 && (runes >= chunk || wide(n) && runes >= 2) {
			n = n[took:]
			continue
		}
		_, size := utf8.DecodeRuneInString(n)
		count++
		n = n[size:]
	}
	return count
}

// common are words of addresses that carry nothing.
const common = "searchqueryresultsindexhtmlhttpswwwpagewelcomelogincartcheckoutaccountordersinvoicesproductscategorysettingsprofile"

// wide reports whether a text begins with a sign of a script in which two say as
// much as a word.
func wide(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= 0x2e80
}

// plain is a text's letters and digits, in lower case.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// unescape reads percent escapes.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if a, b := digit(s[i+1]), digit(s[i+2]); a >= 0 && b >= 0 {
				out = append(out, byte(a<<4|b))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return strings.ToValidUTF8(string(out), "?")
}

func digit(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b|32 >= 'a' && b|32 <= 'f':
		return int(b|32-'a') + 10
	}
	return -1
}

// hash is FNV-1a.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}
