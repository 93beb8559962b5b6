module github.com/zapvol/bua

go 1.26

require (
	github.com/coder/websocket v1.8.15
	github.com/go-json-experiment/json v0.0.0-20251027170946-4849db3c2f7e
	github.com/matryer/is v1.4.1
)
