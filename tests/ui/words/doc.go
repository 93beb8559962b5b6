// Package words tests what the person's pages compute without a browser: what
// is pasted to pair, which address may be dialled, and the log as CSV.
package words
