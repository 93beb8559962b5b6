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
	m.enter(redeeming, refusalReason{text: "pairing with " + inv.server.String()})
	m.do(Redeem{ID: m.redeemID, URL: inv.server.PairingURL(), Body: appendObject(nil,
		member{"code", inv.code}, member{"deviceName", inv.name}, member{"browser", scan.Clip(m.client.Browser, 128)})})
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
		m.notice = refusalReason{protocol.ReasonBadInvitation, protocol.AsError(err).Message}
		return
	}
	m.notice = refusalReason{}
	m.invited(inv)
}

func (m *machine) redeemed(w Redeemed) {
	if m.phase != redeeming || w.ID != m.redeemID {
		return
	}
	inv, failed := m.inv, reasonUnpaired(w)
	if w.Status == 200 {
		var c Config
		if c, failed = m.adopt(inv, w.Body); failed == (refusalReason{}) {
			m.inv, m.notice, m.attempts = invitation{}, refusalReason{}, 0
			m.config, m.problem, m.why = c, "", refusalReason{}
			m.do(Save{Area: AreaLocal, Key: KeyConfig, Value: c.Append(nil)})
			m.begin(refusalReason{})
			return
		}
	}
	m.notice = refusalReason{failed.code, "pairing failed: " + failed.text}
	// A launcher's backend may still be on its way up; a person can press again.
	if inv.boot && !m.config.paired() && (w.Status == 0 || w.Status == 429 || w.Status >= 500) {
		m.pause(m.notice, 500, m.ceiling(30_000))
		return
	}
	m.inv, m.why = invitation{}, refusalReason{}
	m.begin(m.notice)
}

// adopt makes a config of the pairing endpoint's answer, or says why it does not.
func (m *machine) adopt(inv invitation, body []byte) (Config, refusalReason) {
	text, _, ok := object(body)
	if !ok {
		return Config{}, refusalReason{protocol.ReasonNotBua, "the backend's answer is not valid"}
	}
	strange := func(err error) (Config, refusalReason) {
		return Config{}, refusalReason{protocol.ReasonNotBua, protocol.AsError(err).Message}
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
			return strange(err)
		}
		server = server.numeric()
		if server.Secure != inv.server.Secure || server.Host != inv.server.Host {
			return Config{}, refusalReason{protocol.ReasonOtherServer, "serverUrl: the backend at " + inv.server.Host +
				" names another server, so nothing was paired; pair with the address that the browser is to connect to"}
		}
		c.Server = server
	}
	c, err := ParseConfig(c.Append(nil))
	if err != nil {
		return strange(err)
	}
	return c, refusalReason{}
}

// errorMember reads the texts of what a refused redemption is told:
// {"error":{"code","message","field","reason"}}.
func errorMember(body []byte) map[string]string {
	c := scan.Cursor{Data: body}
	if fault, _ := scan.Check(body, levels); fault != scan.Fine || !c.Eat('{') {
		return nil
	}
	for {
		name, more := c.Member()
		if !more {
			return nil
		}
		if v := c.Skip(); string(name) == "error" {
			text, _, _ := object(v)
			return text
		}
	}
}
