package link

import (
	"bytes"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Config is a pairing: bridge_config in storage.local, which is its single
// source of truth. It is comparable; the zero Config is "not paired".
type Config struct {
	Server URL
	// DeviceID and Key (64 hex digits) are what the pairing endpoint gave.
	DeviceID, Key string
	DeviceName    string
	// Code is the bootstrap code that this pairing came from, so that the
	// same bootstrap.json is not redeemed twice. Alone it is one that the person
	// has declined.
	Code string
}

// ParseConfig reads and checks the JSON of bridge_config. Empty and null are
// "not paired": the zero Config. An error is invalid_action and names the field.
func ParseConfig(data []byte) (Config, error) {
	if len(data) == 0 || bytes.Equal(data, []byte("null")) {
		return Config{}, nil
	}
	bad := func(what string) (Config, error) {
		return Config{}, protocol.NewError(protocol.CodeInvalidAction, KeyConfig+"."+what+"; pair this browser again in the options")
	}
	text, strange, ok := object(data)
	if !ok || len(data) > 8<<10 {
		return Config{}, protocol.NewError(protocol.CodeInvalidAction, KeyConfig+": must be a JSON object; pair this browser again in the options")
	}
	for _, name := range []string{"serverUrl", "deviceId", "key", "deviceName", "code"} {
		if strange[name] {
			return bad(name + ": must be a string")
		}
	}
	if code := text["code"]; len(text) == 1 && code != "" && len(code) <= 128 {
		return Config{Code: code}, nil
	}
	server, err := ParseURL(KeyConfig+".serverUrl", text["serverUrl"])
	if err != nil {
		return Config{}, err
	}
	c := Config{Server: server.numeric(), DeviceID: text["deviceId"], Key: text["key"], DeviceName: text["deviceName"], Code: text["code"]}
	switch {
	case len(c.DeviceName) > 128:
		return bad("deviceName: must be at most 128 bytes")
	case len(c.Code) > 128:
		return bad("code: must be at most 128 bytes")
	case !ValidDeviceID(c.DeviceID):
		return bad("deviceId: must be 1 to 64 letters, digits, - or _")
	case !isHex(c.Key, 64):
		return bad("key: must be 64 hex digits")
	}
	return c, nil
}

// Append appends the JSON of the config, as [ParseConfig] reads it.
func (c Config) Append(dst []byte) []byte {
	server := ""
	if c.paired() {
		server = c.Server.String()
	}
	return appendObject(dst, member{"serverUrl", server}, member{"deviceId", c.DeviceID},
		member{"key", c.Key}, member{"deviceName", c.DeviceName}, member{"code", c.Code})
}

func (c Config) paired() bool { return c.Key != "" }

// invitation is a code that can be redeemed.
type invitation struct {
	server     URL
	code, name string
	// boot: it came from bootstrap.json, so nobody waits for the answer and a
	// server that is not up yet is tried again.
	boot bool
}

// parseBootstrap reads bootstrap.json; no content is no invitation.
func parseBootstrap(data []byte, name string) (invitation, error) {
	if len(data) == 0 || bytes.Equal(data, []byte("null")) {
		return invitation{}, nil
	}
	text, _, ok := object(data)
	if !ok {
		return invitation{}, protocol.NewError(protocol.CodeInvalidAction, "bootstrap.json: must be a JSON object with serverUrl and code")
	}
	if n := text["deviceName"]; n != "" {
		name = n
	}
	inv, err := invite("bootstrap.json: ", text["serverUrl"], text["code"], name)
	inv.boot = true
	return inv, err
}

func invite(where, server, code, name string) (invitation, error) {
	u, err := ParseURL(where+"serverUrl", server)
	if err != nil {
		return invitation{}, err
	}
	if code == "" || len(code) > 128 {
		return invitation{}, protocol.NewError(protocol.CodeInvalidAction, where+"code: must be 1 to 128 characters; get one from the backend")
	}
	return invitation{server: u.numeric(), code: code, name: scan.Clip(name, 128)}, nil
}
