package local

import (
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/wasm/chrome"
)

// policy is what the organisation has decided for the agent in this browser. What is not
// understood of it refuses: it would let words of the person's out.
type policy struct {
	// fixed says that it has chosen the models: those that a row allows.
	fixed   bool
	allowed []model.Allowed
	// noKeys says that the person's own keys go nowhere.
	noKeys bool
	// odd are the values that are not understood, as a person is told.
	odd []string
}

func readPolicy(data []byte, presets []model.Provider) (p policy) {
	for o := chrome.Open(data); o.Next(); {
		if string(o.Value) == "null" {
			continue
		}
		switch o.Name {
		case chrome.KeyAgentModels:
			p.fixed = true
			if o.Value[0] != '[' {
				p.odd = append(p.odd, o.Name)
			}
			for _, row := range scan.Strings(o.Value) {
				if a, err := model.ParseAllowed(row, presets); err != nil {
					p.odd = append(p.odd, o.Name+": "+err.Error())
				} else {
					p.allowed = append(p.allowed, a)
				}
			}
		case chrome.KeyAgentOwnKeys:
			word := chrome.Text(o.Value)
			p.noKeys = word != "allow"
			if word != "allow" && word != "refuse" {
				p.odd = append(p.odd, o.Name)
			}
		}
	}
	return p
}

// decided is the end of what the organisation has decided otherwise.
func decided(text string) *chat.Fault {
	return &chat.Fault{Code: chat.CodePolicy, Text: "Your organisation decides which models are used in this browser: " + text}
}

// may looks, before each request to a model that is asked at base with a key, at what the
// organisation and the person say now.
func (m *models) may(name, base, key string) *chat.Fault {
	c, err := m.choice()
	if err != nil {
		return &chat.Fault{Code: chat.CodeBusy, Text: "What is allowed here cannot be read: " + err.Error()}
	}
	_, p, now, fault := c.find(name)
	if fault == nil && (p.Base != base || now == "" && key != "") {
		fault = decided("where " + name + " is asked, or with which key, has changed. Resume the run.")
	}
	return fault
}
