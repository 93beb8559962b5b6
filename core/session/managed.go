package session

import "context"

// Managed returns the organisation's value of a key that is in force, nil when
// it has none: every reader of the managed area comes through here.
//
// A value that good does not take is a mistake, and so is one that is missing
// while the policy is there ([KeyManagedSchema]): Chrome drops what has the wrong
// type and hands on a wrong word. A mistake never lifts what was in force: the
// last good value holds, of which a copy is kept. Without one the wrong value
// itself is returned, for the reader to be strict about. The person is told:
// the key is in [KeyManagedFaults].
//
// Error: internal_error.
func (w *Writer) Managed(ctx context.Context, key string, good func([]byte) bool) ([]byte, error) {
	value, err := w.store.Get(ctx, Managed, key)
	if err != nil {
		return nil, err
	}
	given := len(value) > 0 && string(value) != "null"
	if given && good(value) {
		w.fault(key, false)
		w.Put(Local, CopyOf(key), func() []byte { return value }, nil)
		return value, nil
	}
	if !given {
		schema, err := w.store.Get(ctx, Managed, KeyManagedSchema)
		if err != nil {
			return nil, err
		}
		if len(schema) == 0 || string(schema) == "null" {
			w.fault(key, false)
			return nil, nil // withdrawn, with the policy
		}
	}
	last, err := w.store.Get(ctx, Local, CopyOf(key))
	if err != nil {
		return nil, err
	}
	if len(last) == 0 || !good(last) {
		w.fault(key, given)
		if given {
			return value, nil
		}
		return nil, nil
	}
	w.fault(key, true)
	return last, nil
}

// CopyOf is the key (area Local) of the copy of the organisation's last good
// value of a key.
func CopyOf(key string) string { return "managed" + string(key[0]-'a'+'A') + key[1:] }

// fault notes whether the organisation's value of a key is not understood.
func (w *Writer) fault(key string, is bool) {
	w.mu.Lock()
	at := -1
	for i, k := range w.faults {
		if k == key {
			at = i
		}
	}
	changed := !w.told || is != (at >= 0)
	switch {
	case is && at < 0:
		w.faults = append(append([]string(nil), w.faults...), key)
	case !is && at >= 0:
		w.faults = append(append([]string(nil), w.faults[:at]...), w.faults[at+1:]...)
	}
	w.told = true
	w.mu.Unlock()
	if changed {
		w.Put(Local, KeyManagedFaults, func() []byte {
			w.mu.Lock()
			defer w.mu.Unlock()
			return AppendStrings(nil, w.faults)
		}, nil)
	}
}
