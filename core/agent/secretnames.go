package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/risk"
)

// SecretName is a value that the person has stored: its name, and the origins where it may
// be filled in. The value is known to nobody here.
type SecretName struct {
	Name    string
	Origins []string
}

// storedSecrets tells the names of the values that may be filled in where the tab is, ""
// for none, or for a run that fills in nothing.
func (m *machine) storedSecrets() string {
	var names []string
	here := risk.Origin(m.url)
	for _, s := range m.Run.Secrets {
		for _, o := range s.Origins {
			if o == here && m.Run.Mode == ModeAct {
				names = append(names, s.Name)
				break
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\nStored secrets for this site (type or fill_form with secret, not text): " + strings.Join(names, ", ")
}
