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

// weight is about how many tokens a request has: right within a quarter for most
// texts, which is what it is used for.
func (r request) weight() int {
	plain, other, pictures := 0, 0, 0
	count := func(s string) {
		for _, c := range s {
			if c < 0x80 {
				plain++
			} else {
				other++
			}
		}
	}
	count(r.System)
	for _, t := range r.Tools {
		count(t.Name + t.Description + t.Schema)
	}
	for _, m := range r.Messages {
		count(m.Text)
		for _, c := range m.Calls {
			count(c.Name + c.Arguments)
		}
		if !r.has[NoPictures] {
			for _, p := range m.Pictures {
				pictures += max(p.Width*p.Height/750, 250)
			}
		}
	}
	return plain/4 + other*3/4 + pictures
}

// tools are those of the request as its provider takes them.
func (r request) tools() []chat.Tool {
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
func (r request) choice() chat.Choice {
	if len(r.tools()) == 0 || r.has[NoToolChoice] || r.Choice == chat.ChoiceRequired && r.has[NoRequired] {
		return chat.ChoiceAuto
	}
	return r.Choice
}

// temperature is what is sent, nil for none.
func (r request) temperature() value {
	if r.Temperature < 0 || r.has[NoTemperature] {
		return nil
	}
	return decimal(int64(r.Temperature), 3)
}

// own puts what the provider wants in each request into the body.
func (r request) own(body *object) {
	names := make([]string, 0, len(r.body))
	for name := range r.body {
		names = append(names, name)
	}
	sort(names)
	for _, name := range names {
		body.set(name, value(r.body[name]))
	}
}

// guess is the next thing to leave out of a request that was refused without a word of
// why, "" for none: models that think take no temperature, and no call that must be; some
// servers take no bound that has room for thoughts.
func (r request) guess() Quirk {
	if r.temperature() != nil {
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
