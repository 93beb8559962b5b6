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
		Extensions map[string]values `json:"extensions"`
	} `json:"3rdparty"`

	consent string // the mode that the organisation has chosen, "" when it is the person's
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
	ids, err := d.Home.Accepted()
	if err != nil {
		return []Finding{wrong(check, "the organisation's own extensions are not known: "+err.Error(), "mend that file, or delete it")}
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
			list = append(list, all.read(filepath.Join(folder, "managed", n.Name()), ids)...)
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

// read adds one file, with the values of the extensions of those ids.
func (all *rulebook) read(file string, ids []string) []Finding {
	const check = "policy"
	data, err := os.ReadFile(file)
	if err != nil {
		return []Finding{wrong(check, file+" cannot be read, so the browser does not follow it", "ask the administrator to make it readable for you")}
	}
	var one rulebook
	if err := json.Unmarshal(data, &one); err != nil {
		return []Finding{note(check, file+" is not plain JSON, or a value of the browser's own has the wrong type, which the browser drops", "see chrome://policy, and bua's options for what holds")}
	}
	all.Forbidden = append(all.Forbidden, one.Forbidden...)
	all.Allowed = append(all.Allowed, one.Allowed...)
	all.Forced = append(all.Forced, one.Forced...)
	all.DevTools = max(all.DevTools, one.DevTools)
	if one.Settings != nil {
		all.Settings = one.Settings // the browser follows one file for it, the last by name
	}
	var list []Finding
	for _, id := range ids {
		ours, there := one.Third.Extensions[id]
		if !there {
			continue
		}
		_ = json.Unmarshal(ours[session.KeyConsentMode], &all.consent) // of another type it is dropped
		list = append(list, ours.look(file)...)
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].State == Wrong && list[j].State != Wrong })
	return list
}

func has(list []string, any ...string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(any, s) })
}

// forced reports whether the organisation installs the extension by itself; its
// entries are an id and the address of updates.
func forced(list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { id, _, _ := strings.Cut(s, ";"); return id == app.ExtensionID })
}
