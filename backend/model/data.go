package model

import (
	_ "embed"

	core "github.com/zapvol/bua/core/model"
)

//go:embed presets.json
var presets []byte

//go:embed prices.json
var prices []byte

// Presets are the providers that are known, by name.
func Presets() []core.Provider {
	list, err := core.ParseProviders(presets)
	if err != nil {
		return nil // a test reads them
	}
	return list
}

// Prices are those that are known, and the day on which they were looked up.
func Prices() (list []core.Price, asOf string) { return core.ParsePrices(prices) }
