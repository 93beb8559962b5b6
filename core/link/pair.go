package link

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// invited redeems the code of a server on this machine. Of one elsewhere it
// asks the person first, and reports false: whoever serves there will drive
// this browser.
func (m *machine) invited(inv invitation) bool {
	if inv.server.Loopback() {
		m.redeem(inv)
		return true
	}
	m.asked = inv
	return false
}

// confirm does what the person said. An answer to another question is none.
func (m *machine) confirm(w Confirm) {
	inv := m.asked
	if inv.code == "" || w.Host != inv.server.Host {
		return
	}
	m.asked = invitation{}
	switch {
	case w.Yes:
		m.redeem(inv)
	case inv.boot && m.problem == "":
		m.config.Code = inv.code // the same file is not asked about again
		m.do(Save{Area: AreaLocal, Key: KeyConfig, Value: m.config.Append(nil)})
	}
}

// redeem turns an invitation into a pairing.
func (m *machine) redeem(inv invitation) {
	m.asked = invitation{}
	m.unreject()
	m.drop(CloseNormal, "pairing")
	m.inv = inv
	m.redeemID++
	m.enter(redeeming, "pairing with "+inv.server.String())
	m.do(Redeem{ID: m.redeemID, URL: inv.server.PairingURL(), Body: appendObject(nil,
		member{"code", inv.code}, member{"deviceName", inv.name}, member{"browser", clip(m.client.Browser, 128)})})
	m.setTimer(RedeemMS)
}

func (m *machine) pair(w Pair) {
	if m.phase == unstarted {
		return
	}
	name := w.DeviceName
	if name == "" {
		name = m.client.DeviceName
	}
	inv, err := invite("", w.ServerURL, w.Code, name)
	if err != nil {
		m.notice = protocol.AsError(err).Message
		return
	}
	m.notice = ""
	m.invited(inv)
}

func (m *machine) redeemed(w Redeemed) {
	if m.phase != redeeming || w.ID != m.redeemID {
		return
	}
	inv := m.inv
	if w.Status == 200 {
		c, err := m.adopt(inv, w.Body)
		if err == nil {
			m.inv, m.notice, m.attempts = invitation{}, "", 0
			m.config, m.problem, m.reason = c, "", ""
			m.do(Save{Area: AreaLocal, Key: KeyConfig, Value: c.Append(nil)})
			m.begin("")
			return
		}
		m.notice = "pairing failed: " + protocol.AsError(err).Message
	} else {
		m.notice = "pairing failed: " + refusal(w)
	}
	// A launcher's backend may still be on its way up; a person can press again.
	if inv.boot && !m.config.paired() && (w.Status == 0 || w.Status == 429 || w.Status >= 500) {
		m.pause(m.notice, 500, m.ceiling(30_000))
		return
	}
	m.inv, m.reason = invitation{}, ""
	m.begin(m.notice)
}

// adopt makes a config of the pairing endpoint's answer.
func (m *machine) adopt(inv invitation, body []byte) (Config, error) {
	text, _, ok := object(body)
	if !ok {
		return Config{}, protocol.NewError(protocol.CodeInternal, "the backend's answer is not valid")
	}
	c := Config{Server: inv.server, DeviceID: text["deviceId"], Key: text["key"], DeviceName: inv.name}
	if n := text["deviceName"]; n != "" {
		c.DeviceName = n
	}
	if inv.boot {
		c.Code = inv.code
	}
	if u := text["serverUrl"]; u != "" {
		server, err := ParseURL("serverUrl", u)
		if err != nil {
			return Config{}, err
		}
		server = server.numeric()
		if server.Secure != inv.server.Secure || server.Host != inv.server.Host {
			return Config{}, protocol.NewError(protocol.CodeInvalidAction, "serverUrl: the backend at "+inv.server.Host+
				" names another server, so nothing was paired; pair with the address that the browser is to connect to")
		}
		c.Server = server
	}
	return ParseConfig(c.Append(nil))
}

// refusal says why a redemption failed, in the server's words when it has
// some: {"error":{"code","message"}}.
func refusal(w Redeemed) string {
	if w.Status == 0 {
		return "no backend answers; is it running?"
	}
	if message := errorMessage(w.Body); message != "" {
		return clip(message, 200)
	}
	return "the backend refused the code; get a new one"
}

func errorMessage(body []byte) string {
	c := scan.Cursor{Data: body}
	if fault, _ := scan.Check(body, levels); fault != scan.Fine || !c.Eat('{') {
		return ""
	}
	for {
		name, more := c.Member()
		if !more {
			return ""
		}
		if v := c.Skip(); string(name) == "error" {
			text, _, _ := object(v)
			return text["message"]
		}
	}
}
