//go:build !tinygo

package protocol

// foreignText is the text of an error that is not ours.
func foreignText(err error) string { return err.Error() }
