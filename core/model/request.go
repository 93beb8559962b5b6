package model

import (
	"slices"

	"github.com/zapvol/bua/core/agent/chat"
)

// request is what a wire writes.
type request struct {
	chat.Request
	model string
	// named is the model for people, owner for [chat.Message.Provider].
	named, owner string
	has          traits
	window       int
	// roomy says that MaxTokens has room for thoughts.
	roomy bool
	body  map[string]Raw
	turns []turn
}

// weight are the characters of a request, those of ASCII and others.
type weight struct{ plain, other int }

func (w *weight) count(s string) {
	for _, c := range s {
		if c < 0x80 {
			w.plain++
		} else {
			w.other++
		}
	}
}

// weight is about how many tokens a request has: right within a quarter for most
// texts, which is what it is used for.
func (r *request) weight() int {
	w, pictures := weight{}, 0
	w.count(r.System)
	for i := range r.Tools {
		t := &r.Tools[i]
		w.count(t.Name)
		w.count(t.Description)
		w.count(t.Schema)
	}
	for i := range r.Messages {
		m := &r.Messages[i]
		w.count(m.Text)
		for i := range m.Calls {
			w.count(m.Calls[i].Name)
			w.count(m.Calls[i].Arguments)
		}
		if !r.has[NoPictures] {
			for i := range m.Pictures {
				pictures += max(m.Pictures[i].Width*m.Pictures[i].Height/750, 250)
			}
		}
	}
	return w.plain/4 + w.other*3/4 + pictures
}

// tools are those of the request as its provider takes them.
func (r *request) tools() []chat.Tool {
	if r.Choice == chat.ChoiceNone && r.has[NoToolChoice] {
		return nil
	}
	list := slices.Clone(r.Tools)
	if r.has[PlainSchema] {
		for i := range list {
			list[i].Schema = plainSchema(list[i].Schema)
		}
	}
	return list
}

// choice is whether a call must be made, as the provider takes it.
func (r *request) choice() chat.Choice {
	if len(r.tools()) == 0 || r.has[NoToolChoice] || r.Choice == chat.ChoiceRequired && r.has[NoRequired] {
		return chat.ChoiceAuto
	}
	return r.Choice
}

// temperature is what is sent, "" for none.
func (r *request) temperature() string {
	if r.Temperature < 0 || r.has[NoTemperature] {
		return ""
	}
	return string(decimal(int64(r.Temperature), 3))
}

// own puts what the provider wants in each request into a body.
func (r *request) own(body value) value {
	if len(r.body) == 0 {
		return body
	}
	all := open(body)
	for _, name := range sorted(r.body) {
		all.set(name, value(r.body[name]))
	}
	return all.json()
}

// guess is the next thing to leave out of a request that was refused without a word of
// why, "" for none: models that think take no temperature, and no call that must be; some
// servers take no bound that has room for thoughts.
func (r *request) guess() Quirk {
	if r.temperature() != "" {
		return NoTemperature
	}
	if r.choice() == chat.ChoiceRequired {
		return NoRequired
	}
	if r.roomy && !r.has[NoRoom] {
		return NoRoom
	}
	return ""
}
