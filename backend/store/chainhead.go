package store

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
)

// head is where a chain ends, as it is kept outside of the store: a store that
// was put back to an earlier state ends before it.
type head struct {
	Node string `json:"node,omitempty"`
	Seq  uint64 `json:"seq"`
	Hash string `json:"hash"`
	MAC  string `json:"mac"`
}

// slot is what one head takes in its file. There are two, used in turn: a write
// that was cut off leaves the other.
const slot = 512

func (h head) mac(key []byte) string {
	h.MAC = ""
	data, _ := json.Marshal(h) // nothing in it fails
	m := hmac.New(sha256.New, key)
	m.Write([]byte("head\n"))
	m.Write(data)
	return hex.EncodeToString(m.Sum(nil))
}

var errHead = errors.New("is not what this backend wrote")

// readHead reads the latest head of a file: fs.ErrNotExist without one.
func readHead(file string, key []byte) (h head, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return h, err
	}
	found := false
	for len(data) > 0 {
		n := min(slot, len(data))
		var one head
		if json.Unmarshal(bytes.TrimRight(data[:n], "\n\x00"), &one) == nil && hmac.Equal([]byte(one.MAC), []byte(one.mac(key))) && (!found || one.Seq > h.Seq) {
			h, found = one, true
		}
		data = data[n:]
	}
	if !found {
		return h, errHead
	}
	return h, nil
}

// heads writes the end of a chain. The disk is not waited for: a head that is
// behind its chain says nothing wrong, and one before it cannot be, because the
// chain is on the disk when this is called.
type heads struct {
	file *os.File
	key  []byte
	next int64
}

func openHeads(name string, key []byte) (*heads, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	return &heads{file: f, key: key}, err
}

func (w *heads) write(h head) error {
	h.MAC = h.mac(w.key)
	data, err := json.Marshal(h)
	if err != nil || len(data) > slot {
		return errors.Join(err, errHead)
	}
	data = append(data, bytes.Repeat([]byte("\n"), slot-len(data))...)
	_, err = w.file.WriteAt(data, w.next*slot)
	w.next = 1 - w.next
	return err
}

func (w *heads) close() { _ = w.file.Close() }
