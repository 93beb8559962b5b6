// Package crx signs an extension as Chrome takes it from elsewhere than its
// store, and says where its newest version is. It decides nothing of what is in
// the extension.
//
// The format is CRX3: "Cr24", the number 3, the length of a header, the header,
// a zip. The header is a message of Protocol Buffers, described in Chromium's
// components/crx_file/crx3.proto. RSA with PKCS #1 gives the same signature each
// time, so that the same zip gives the same file.
//
// It imports: no other room.
package crx

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

const (
	magic   = "Cr24"
	version = 3
	purpose = "CRX3 SignedData\x00"

	// The fields of the header, of a proof in it, and of what is signed.
	fieldRSA    protowire.Number = 2
	fieldSigned protowire.Number = 10000
	fieldKey    protowire.Number = 1
	fieldProof  protowire.Number = 2
	fieldID     protowire.Number = 1
)

// Errors of [Open].
var (
	ErrFormat    = errors.New("crx: this is no CRX3 file")
	ErrSignature = errors.New("crx: the signature is not that of the key in the file")
)

// ID is the id that Chrome gives the extensions of a public key (PKIX, DER): the
// first half of its SHA-256, each half byte as a letter from a to p.
func ID(public []byte) string { return letters(idOf(public)) }

func idOf(public []byte) []byte {
	sum := sha256.Sum256(public)
	return sum[:16]
}

func letters(id []byte) string {
	text := make([]byte, 0, 2*len(id))
	for _, b := range id {
		text = append(text, 'a'+b>>4, 'a'+b&0x0f)
	}
	return string(text)
}

// Key reads an RSA private key in PEM, as openssl and Chrome write it.
func Key(text []byte) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("the key is not PEM: openssl genrsa -out key.pem 2048 makes one")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("the key cannot be read: %w", err)
	}
	key, ok := any.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key is not RSA, which is what Chrome takes: openssl genrsa -out key.pem 2048 makes one")
	}
	return key, nil
}

// Public is a key's public half, as the manifest's "key" and the id have it.
func Public(key *rsa.PrivateKey) ([]byte, error) { return x509.MarshalPKIXPublicKey(&key.PublicKey) }

// Pack signs a zip.
func Pack(zip []byte, key *rsa.PrivateKey) ([]byte, error) {
	public, err := Public(key)
	if err != nil {
		return nil, err
	}
	signed := field(nil, fieldID, idOf(public))
	sum := digest(signed, zip)
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
	if err != nil {
		return nil, err
	}
	header := field(nil, fieldRSA, field(field(nil, fieldKey, public), fieldProof, signature))
	header = field(header, fieldSigned, signed)
	out := append([]byte(magic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(out[4:], version)
	binary.LittleEndian.PutUint32(out[8:], uint32(len(header)))
	return append(append(out, header...), zip...), nil
}

func field(to []byte, number protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), value)
}

// digest is the hash of what the signature is over.
func digest(signed, zip []byte) [sha256.Size]byte {
	text := append([]byte(purpose), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(text[len(purpose):], uint32(len(signed)))
	return sha256.Sum256(append(append(text, signed...), zip...))
}

// Opened is a file whose signature is good.
type Opened struct {
	ID  string
	Zip []byte
}

// Open checks a file as Chrome does: the signature, and that the id which was
// signed is the key's. Errors: ErrFormat, ErrSignature.
func Open(data []byte) (Opened, error) {
	if len(data) < 12 || !bytes.HasPrefix(data, []byte(magic)) || binary.LittleEndian.Uint32(data[4:]) != version {
		return Opened{}, ErrFormat
	}
	size := binary.LittleEndian.Uint32(data[8:])
	if uint64(size) > uint64(len(data)-12) {
		return Opened{}, ErrFormat
	}
	header, zip := data[12:12+size], data[12+size:]
	fields, err := fieldsOf(header)
	if err != nil {
		return Opened{}, err
	}
	proof, err := fieldsOf(fields[fieldRSA])
	if err != nil {
		return Opened{}, err
	}
	signed, err := fieldsOf(fields[fieldSigned])
	if err != nil {
		return Opened{}, err
	}
	any, err := x509.ParsePKIXPublicKey(proof[fieldKey])
	public, ok := any.(*rsa.PublicKey)
	if err != nil || !ok {
		return Opened{}, ErrFormat
	}
	sum := digest(fields[fieldSigned], zip)
	if rsa.VerifyPKCS1v15(public, crypto.SHA256, sum[:], proof[fieldProof]) != nil || !bytes.Equal(signed[fieldID], idOf(proof[fieldKey])) {
		return Opened{}, ErrSignature
	}
	return Opened{ID: letters(signed[fieldID]), Zip: zip}, nil
}

// fieldsOf are the byte strings of a message by their numbers; each is there
// once in what Pack writes.
func fieldsOf(message []byte) (map[protowire.Number][]byte, error) {
	fields := map[protowire.Number][]byte{}
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 || kind != protowire.BytesType {
			return nil, ErrFormat
		}
		value, m := protowire.ConsumeBytes(message[n:])
		if m < 0 {
			return nil, ErrFormat
		}
		fields[number], message = value, message[n+m:]
	}
	return fields, nil
}
