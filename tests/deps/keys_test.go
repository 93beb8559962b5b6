package deps

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// What signs a release is never in the tree, and no test brings a key of its
// own: each makes one. Written in two halves, or this file would fail its own
// test.
var (
	secretKey  = regexp.MustCompile(`-----BEGIN (?:[A-Z0-9]+ )*PRIV` + `ATE KEY(?: BLOCK)?-----|AGE-SECRET-` + `KEY-1|untrusted comment: minisign encrypted sec` + `ret key`)
	secretName = []string{".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".p8", ".asc"}
	// A private key in DER begins with a sequence that has the version 0 first.
	secretDER = regexp.MustCompile(`\bMI[IG][A-Za-z0-9+/]{1,4}I?BA[A-Za-z0-9+/]{200,}`)
)

func TestKeys(t *testing.T) {
	for _, file := range files(t, ".") {
		if fault := keyIn(file, read(t, file)); fault != "" {
			t.Errorf("%s %s\n  keys of releases stay outside; a test makes its own", file, fault)
		}
	}
}

// keyIn says why a file looks like a private key, "" when it does not.
func keyIn(file, text string) string {
	switch {
	case slices.Contains(secretName, path.Ext(file)):
		return "has the name of a key"
	case secretKey.MatchString(text) && path.Dir(file) != "core/agent/redact": // which finds keys by their first line
		return "has a private key in it"
	}
	for _, found := range secretDER.FindAllString(strings.ReplaceAll(text, "\n", ""), -1) {
		if der := decoded(found); der != nil {
			return "has a private key in it, in base64"
		}
	}
	return ""
}

func TestKeys_Finds(t *testing.T) {
	is := is.New(t)
	key, pkcs1, pkcs8, public := keyForms(t)
	for _, text := range []string{
		"-----BEGIN PRIV" + "ATE KEY-----", "-----BEGIN RSA PRIV" + "ATE KEY-----", "-----BEGIN OPENSSH PRIV" + "ATE KEY-----", "-----BEGIN PGP PRIV" + "ATE KEY BLOCK-----",
		`{"key": "` + pkcs1 + `"}`, `key = "` + pkcs8 + `"`, key,
	} {
		is.True(keyIn("x.json", text) != "")
	}
	is.True(keyIn("signing.pem", "") != "")
	is.Equal(keyIn("manifest.json", `{"key": "`+public+`"}`), "") // a public one may be there
	is.Equal(keyIn("x.go", "-----BEGIN CERTIFICATE-----"), "")
}
