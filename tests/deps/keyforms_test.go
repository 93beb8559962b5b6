package deps

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"testing"
)

// decoded is a private key in DER, nil when the base64 is none.
func decoded(text string) any {
	for cut := range 4 { // what the pattern took may end within four
		der, err := base64.RawStdEncoding.DecodeString(text[:len(text)-cut])
		if err != nil {
			continue
		}
		for _, parse := range []func([]byte) (any, error){
			func(b []byte) (any, error) { return x509.ParsePKCS1PrivateKey(b) },
			x509.ParsePKCS8PrivateKey,
		} {
			if key, err := parse(der); err == nil {
				return key
			}
		}
	}
	return nil
}

// keyForms is a new key as it may be written: PEM, two forms of base64, and its
// public half.
func keyForms(t *testing.T) (text, pkcs1, pkcs8, public string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	one := x509.MarshalPKCS1PrivateKey(key)
	eight, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	half, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	b := base64.StdEncoding.EncodeToString
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIV" + "ATE KEY", Bytes: one})), b(one), b(eight), b(half)
}
