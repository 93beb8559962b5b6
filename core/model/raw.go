package model

import "bytes"

// Raw is one JSON value as it stands.
type Raw []byte

// MarshalJSON implements encoding/json's interface.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON implements encoding/json's interface.
func (r *Raw) UnmarshalJSON(data []byte) error {
	*r = bytes.Clone(data)
	return nil
}
