//go:build tinygo

package protocol

// foreignText is the text for an error that is not ours. The worker does not call
// Error on a stranger: that alone would link the text of every error there is,
// 4 KB gzip.
func foreignText(error) string {
	return "something unexpected failed; try once more, and report it if it stays"
}
