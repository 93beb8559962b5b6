package model

import _ "embed"

//go:embed presets.json
var presets []byte

//go:embed prices.json
var prices []byte

// Presets are the providers that are known, by name.
func Presets() []Provider {
	list, err := ParseProviders(presets)
	if err != nil {
		return nil // a test reads them
	}
	return list
}

// Prices are those that are known, and the day on which they were looked up.
func Prices() (list []Price, asOf string) { return ParsePrices(prices) }
