package crx

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"testing"

	"github.com/matryer/is"
)

func newKey(t testing.TB) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestPack(t *testing.T) {
	is := is.New(t)
	key, zip := newKey(t), []byte("PK: what is in it does not matter")
	first, err := Pack(zip, key)
	is.NoErr(err)
	second, err := Pack(zip, key)
	is.NoErr(err)
	is.Equal(first, second) // the same zip and key give the same file
	opened, err := Open(first)
	is.NoErr(err)
	is.Equal(opened.Zip, zip)
	public, err := Public(key)
	is.NoErr(err)
	is.Equal(opened.ID, ID(public))
}

// No byte of the file can be another: each is checked by the format or by the
// signature.
func TestOpen_EachByteCounts(t *testing.T) {
	is := is.New(t)
	file, err := Pack([]byte("a zip"), newKey(t))
	is.NoErr(err)
	for i := range file {
		broken := bytes.Clone(file)
		broken[i] ^= 0x41
		if _, err := Open(broken); !errors.Is(err, ErrFormat) && !errors.Is(err, ErrSignature) {
			t.Fatalf("byte %d of %d can be changed: %v", i, len(file), err)
		}
	}
	for i := range file {
		if _, err := Open(file[:i]); err == nil {
			t.Fatalf("the first %d of %d bytes are taken for the whole", i, len(file))
		}
	}
}

// The id of a published key: that of the manifest's own, as Chrome shows it.
func TestID(t *testing.T) {
	is := is.New(t)
	public, err := base64.StdEncoding.DecodeString("MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAurunass9qPoF79EbR2yscrOqAGQgjTcm27a12hSYnB7ZYr5BVfDmwRQtk4vYEFEo/QVJ6umSbqVZQKMHE9z7vyAv5gj8Hvheanxt85yB7n5iXr6mO5Nt+0Q3f+TNRomVGdZpThvatebfUbibd53zfasVTwy1FS08LGiDafrMFjsacK1Hmvt7MeKHxTrNgzHaans5B3uROwAYWsDmu0I8HrcJoXgTw2cGeHBbN8YWdD2zApuBMxIM3n5JpDsgDk+IDxTElMhrF+HgXUofXFfwXp6LHRCnyIJ+fkYHY7Pb9iXV74UB74ikhTeaDgy/hL+LI3OdLrTa034qeckcAN7EbwIDAQAB")
	is.NoErr(err)
	is.Equal(ID(public), "ipbjjblpngibdjpdbmhncgfolgnjeonk")
}

func TestKey(t *testing.T) {
	is := is.New(t)
	key := newKey(t)
	text := func(kind string, der []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}) }
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	is.NoErr(err)
	for _, pem := range [][]byte{text("RSA "+"PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key)), text("PRIVATE"+" KEY", pkcs8)} {
		got, err := Key(pem)
		is.NoErr(err)
		is.True(got.Equal(key))
	}
	_, err = Key([]byte("not a key"))
	is.True(err != nil)
}

func TestUpdate(t *testing.T) {
	is := is.New(t)
	text, err := Update{ID: "abc", Version: "1.2", URL: "https://example.test/a?b=1&c=2", Chrome: "125"}.XML()
	is.NoErr(err)
	var got struct {
		Protocol string `xml:"protocol,attr"`
		App      struct {
			ID    string `xml:"appid,attr"`
			Check struct {
				URL     string `xml:"codebase,attr"`
				Version string `xml:"version,attr"`
				Chrome  string `xml:"prodversionmin,attr"`
			} `xml:"updatecheck"`
		} `xml:"http://www.google.com/update2/response app"`
	}
	is.NoErr(xml.Unmarshal(text, &got))
	is.Equal(got.Protocol, "2.0")
	is.Equal(got.App.ID, "abc")
	is.Equal(got.App.Check.URL, "https://example.test/a?b=1&c=2")
	is.Equal(got.App.Check.Version, "1.2")
	is.Equal(got.App.Check.Chrome, "125")
}
