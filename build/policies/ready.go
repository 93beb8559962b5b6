package policies

// ready is what stands in a policy to begin with: one good value of each key,
// for an organisation to change or to take out. An address or a token in it is
// an example's.
var ready = map[string]any{
	"schemaVersion":      1,
	"serverUrl":          "wss://bua.example.com/ws/browser",
	"enrolment":          "THE-TOKEN-OF-bua-users-enrol",
	"blocklist":          []string{"payroll.example.com", "*.bank.example"},
	"profile":            "default",
	"grants":             []string{"https://intranet.example.com read act"},
	"blockedCategories":  []string{"banking", "passwords", "identity"},
	"deniedCapabilities": []string{"script"},
	"privateNetwork":     "refuse",
	"localAgent":         "refuse",
	"agentModels":        []string{"llm/* https://llm.example.com/v1"},
	"agentOwnKeys":       "refuse",
	"consentMode":        "per-origin",
	"dialogPolicy":       "must_respond",
	"dialogTimeout":      300,
}
