package doctor

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/core/category"
	core "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// rulebook is the part of an organisation's policy file that concerns bua.
type rulebook struct {
	Forbidden []string `json:"ExtensionInstallBlocklist"`
	Allowed   []string `json:"ExtensionInstallAllowlist"`
	Forced    []string `json:"ExtensionInstallForcelist"`
	DevTools  int      `json:"DeveloperToolsAvailability"`
	// Settings are for one extension, or for "*", which is every other one.
	Settings map[string]setting `json:"ExtensionSettings"`
	Third    struct {
		Extensions map[string]ours `json:"extensions"`
	} `json:"3rdparty"`

	consent string // the mode that the organisation has chosen, "" when it is the person's
}

// ours is what the organisation sets for bua itself.
type ours struct {
	Blocklist     []json.RawMessage `json:"blocklist"`
	SchemaVersion *int              `json:"schemaVersion"`
	ConsentMode   *string           `json:"consentMode"`
	DialogPolicy  *string           `json:"dialogPolicy"`
	DialogTimeout *int              `json:"dialogTimeout"`
	Profile       *string           `json:"profile"`
	Grants        []string          `json:"grants"`
	Categories    []string          `json:"blockedCategories"`
	Private       *string           `json:"privateNetwork"`
	Agent         *string           `json:"localAgent"`
	Models        []string          `json:"agentModels"`
	Keys          *string           `json:"agentOwnKeys"`
}

// profile looks at the profile and what belongs to it: what is not understood
// is strict there, and is said.
func (o *ours) profile(file string) (list []Finding) {
	const check = "policy"
	if p := o.Profile; p != nil && session.Profile(*p) != session.ProfileDefault && session.Profile(*p) != session.ProfileStrict {
		list = append(list, note(check, file+" has a profile that is none, so it is strict", "ask the administrator to write strict or default"))
	}
	for i, g := range o.Grants {
		if _, err := session.ParseGrant(g); err != nil {
			list = append(list, note(check, file+" has a grant that is not understood (number "+strconv.Itoa(i+1)+"), which grants nothing", "ask the administrator to write it as https://a.example read act"))
		}
	}
	for _, c := range o.Categories {
		if !category.Known(c) {
			list = append(list, note(check, file+" blocks a category that there is not, so all are blocked", "ask the administrator to write some of "+strings.Join(category.Names(), ", ")))
			break
		}
	}
	return list
}

// agent looks at what is set for the agent in the browser: what is not understood refuses.
func (o *ours) agent(file string) (list []Finding) {
	const check = "policy"
	word := func(key string, word *string) {
		if word != nil && *word != "refuse" && *word != "allow" {
			list = append(list, note(check, file+" has a word for "+key+" that is none, so it refuses", "ask the administrator to write refuse or allow"))
		}
	}
	word("localAgent", o.Agent)
	word("agentOwnKeys", o.Keys)
	for i, row := range o.Models {
		if _, err := core.ParseAllowed(row, model.Presets()); err != nil {
			list = append(list, note(check, file+" has a row of agentModels that is not understood (number "+strconv.Itoa(i+1)+"), which allows nothing", "ask the administrator: "+err.Error()))
		}
	}
	return list
}

// setting is what ExtensionSettings says of one extension.
type setting struct {
	Mode        string   `json:"installation_mode"`
	Permissions []string `json:"blocked_permissions"`
	Hosts       []string `json:"runtime_blocked_hosts"`
}

// organisation reads the policies that an organisation has put on this machine
// as the browser reads them: a file that it cannot read it drops without a word.
func (d Doctor) organisation() []Finding {
	const check = "policy"
	if d.System != "linux" {
		return []Finding{note(check, "an organisation's policies are no files on this system", "see chrome://policy in the browser")}
	}
	folders, err := app.PolicyFolders(d.Root)
	if err != nil {
		return []Finding{wrong(check, "the folders of policies cannot be listed: "+err.Error(), "look at /etc")}
	}
	var list []Finding
	var all rulebook
	files := 0
	for _, folder := range folders {
		names, err := os.ReadDir(filepath.Join(folder, "managed"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			list = append(list, wrong(check, filepath.Join(folder, "managed")+" cannot be read, so the browser does not follow it", "ask the administrator to make it readable for you"))
			continue
		}
		for _, n := range names {
			if !strings.HasSuffix(n.Name(), ".json") {
				continue
			}
			files++
			list = append(list, all.read(filepath.Join(folder, "managed", n.Name()))...)
		}
	}
	if has(all.Forbidden, app.ExtensionID, "*") && !has(all.Allowed, app.ExtensionID) && !forced(all.Forced) {
		list = append(list, wrong(check, "ExtensionInstallBlocklist keeps the extension out", "ask the administrator to put "+app.ExtensionID+" on ExtensionInstallAllowlist"))
	}
	list = append(list, all.settings()...)
	if all.DevTools == 2 {
		list = append(list, note(check, "DeveloperToolsAvailability is 2, so the browser may refuse what drives a page", "if actions end with debugger_attach_failed, ask the administrator to set it to 0 or 1"))
	}
	switch {
	case len(list) > 0:
	case all.consent != "":
		list = append(list, ok(check, "none of the policy files is in the way ("+strconv.Itoa(files)+"); the organisation has fixed consentMode: "+all.consent))
	case files == 0:
		list = append(list, ok(check, "no organisation manages this machine's browsers"))
	default:
		list = append(list, ok(check, "none of the policy files is in the way, and all are readable ("+strconv.Itoa(files)+")"))
	}
	return list
}

// settings looks at what ExtensionSettings says of the extension: its own
// entry, else the one of every extension.
func (all *rulebook) settings() (list []Finding) {
	const check = "policy"
	s, own := all.Settings[app.ExtensionID]
	if !own {
		s = all.Settings["*"]
	}
	if s.Mode == "removed" || s.Mode == "blocked" && (own || !has(all.Allowed, app.ExtensionID) && !forced(all.Forced)) {
		list = append(list, wrong(check, "ExtensionSettings keeps the extension out (installation_mode "+s.Mode+")", "ask the administrator for an entry "+app.ExtensionID+" with installation_mode allowed"))
	}
	if has(s.Permissions, "debugger") {
		list = append(list, wrong(check, "ExtensionSettings takes the permission debugger away, without which the browser does not load the extension", "ask the administrator for an entry "+app.ExtensionID+" without it in blocked_permissions"))
	}
	if n := len(s.Hosts); n > 0 {
		list = append(list, note(check, "ExtensionSettings keeps the extension off some hosts (runtime_blocked_hosts, "+strconv.Itoa(n)+")", "actions on them fail; ask the administrator if the agent is to work there"))
	}
	return list
}

// read adds one file.
func (all *rulebook) read(file string) []Finding {
	const check = "policy"
	data, err := os.ReadFile(file)
	if err != nil {
		return []Finding{wrong(check, file+" cannot be read, so the browser does not follow it", "ask the administrator to make it readable for you")}
	}
	var one rulebook
	if err := json.Unmarshal(data, &one); err != nil {
		return []Finding{note(check, file+" is not plain JSON, or a value has the wrong type: the browser drops that one, and bua keeps its last good one", "see chrome://policy, and bua's options for what holds")}
	}
	all.Forbidden = append(all.Forbidden, one.Forbidden...)
	all.Allowed = append(all.Allowed, one.Allowed...)
	all.Forced = append(all.Forced, one.Forced...)
	all.DevTools = max(all.DevTools, one.DevTools)
	if one.Settings != nil {
		all.Settings = one.Settings // the browser follows one file for it, the last by name
	}
	ours, there := one.Third.Extensions[app.ExtensionID]
	if !there {
		return nil
	}
	var list []Finding
	if ours.SchemaVersion == nil {
		list = append(list, note(check, file+" sets bua's blocklist without schemaVersion", "add schemaVersion 1: a list that the browser drops for a mistake then keeps its last good copy"))
	}
	if m := ours.ConsentMode; m != nil {
		all.consent = *m
		switch session.Mode(*m) {
		case session.ConsentOff, session.ConsentAsk, session.ConsentPerOrigin:
		default:
			list = append(list, mistyped(file, "consentMode", "off, per-origin or ask"))
		}
	}
	if p := ours.DialogPolicy; p != nil {
		switch protocol.DialogPolicy(*p) {
		case protocol.PolicyRespond, protocol.PolicyDismiss, protocol.PolicyAccept:
		default:
			list = append(list, mistyped(file, "dialogPolicy", "must_respond, auto_dismiss or auto_accept"))
		}
	}
	if p := ours.Private; p != nil && *p != session.PrivateRefuse && *p != session.PrivateAllow {
		list = append(list, mistyped(file, session.KeyPrivateNetwork, "refuse or allow"))
	}
	if n := ours.DialogTimeout; n != nil && (*n < 5 || *n > 86400) {
		list = append(list, mistyped(file, "dialogTimeout", "seconds, from 5 to 86400"))
	}
	list = append(list, ours.profile(file)...)
	list = append(list, ours.agent(file)...)
	for i, entry := range ours.Blocklist {
		var s string
		err := json.Unmarshal(entry, &s)
		if err == nil && strings.TrimSpace(s) != "" {
			_, err = session.ParseRule(direct.Names{}, s)
		}
		if err != nil {
			list = append(list, wrong(check, file+" has a blocklist entry that is not understood (number "+strconv.Itoa(i+1)+"), so nothing is allowed",
				"ask the administrator to write it as example.com, =www.example.com, *.example.com or *"))
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].State == Wrong && list[j].State != Wrong })
	return list
}

// mistyped is of a value that the extension does not understand.
func mistyped(file, key, good string) Finding {
	return note("policy", file+" has a "+key+" that is not understood, so the last good one holds; the extension's options show which", "ask the administrator to write "+good)
}

func has(list []string, any ...string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(any, s) })
}

// forced reports whether the organisation installs the extension by itself; its
// entries are an id and the address of updates.
func forced(list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { id, _, _ := strings.Cut(s, ";"); return id == app.ExtensionID })
}
