//go:build !tinygo

package protocol

// strange is the text of an error that is not ours.
func strange(err error) string { return err.Error() }
