package secrets

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zapvol/bua/backend/internal/loopback"
)

// maxValue bounds a value; keyrings take less than 3,000 bytes on some systems
// and then the file has it.
const maxValue = 4096

// CheckName refuses what is no name of a secret.
func CheckName(name string) error {
	if name == "" || len(name) > 64 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") != "" {
		return invalid("the secret's name must be 1 to 64 letters, digits and any of . _ -")
	}
	return nil
}

func checkValue(value string) error {
	if value == "" || len(value) > maxValue || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
		return invalid("the secret must be one line of 1 to 4096 bytes of text")
	}
	return nil
}

// ParseOrigin reads an origin as browsers write it: https, host, and the port
// when it is not 443. Without TLS only this machine is one.
func ParseOrigin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return "", invalid("--origin: must be a site's origin and nothing more, such as https://example.com")
	}
	host := strings.ToLower(u.Hostname())
	for _, c := range host {
		if c > unicode.MaxASCII || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789.-:", c) {
			return "", invalid("--origin: must be written with the host's ASCII name (xn--…), as the browser's address bar copies it")
		}
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback.Host(host)) {
		return "", invalid("--origin: must begin with https://, because what goes to a site without TLS is no secret")
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if p := u.Port(); p != "" && !(u.Scheme == "https" && p == "443") && !(u.Scheme == "http" && p == "80") {
		host += ":" + p
	}
	return u.Scheme + "://" + host, nil
}
