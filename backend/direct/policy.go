package direct

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/category"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// policy is all that the operator has set. To core it is the organisation's:
// nobody else can change it.
type policy struct {
	blocklist, grants *rules
	values            map[string][]byte // JSON by key, of what no file holds
}

// openPolicy reads it once, so that a typing mistake is said at once.
func openPolicy(o *Options) (p *policy, err error) {
	p = &policy{values: map[string][]byte{}}
	if p.blocklist, err = openRules("--blocklist", o.Blocklist, func(line string) error { _, err := session.ParseRule(Names{}, line); return err }); err != nil {
		return nil, err
	}
	if p.grants, err = openRules("--grants", o.Grants, func(line string) error { _, err := session.ParseGrant(line); return err }); err != nil {
		return nil, err
	}
	switch o.Profile {
	case "":
	case session.ProfileDefault, session.ProfileStrict:
		p.values[session.KeyProfile] = []byte(`"` + o.Profile + `"`)
	default:
		return nil, fmt.Errorf("--profile: must be %s or %s", session.ProfileDefault, session.ProfileStrict)
	}
	if !o.RefusePrivate { // said, since the strict profile refuses what nobody has allowed
		p.values[session.KeyPrivateNetwork] = []byte(`"` + session.PrivateAllow + `"`)
	}
	for _, name := range o.Categories {
		if !category.Known(name) {
			return nil, fmt.Errorf("--block-category: there is no category %q, only %v", name, category.Names())
		}
	}
	if o.Dialogs.Policy != "" {
		p.values[session.KeyDialogPolicy] = []byte(`"` + o.Dialogs.Policy + `"`)
	}
	if o.Dialogs.Timeout > 0 {
		p.values[session.KeyDialogTimeout] = strconv.AppendInt(nil, int64(o.Dialogs.Timeout/time.Second), 10)
	}
	if len(o.Categories) > 0 {
		if p.values[session.KeyCategories], err = json.Marshal(o.Categories); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// get answers for the managed area.
func (p *policy) get(key string) ([]byte, error) {
	switch key {
	case session.KeyBlocklist:
		return p.blocklist.get()
	case session.KeyGrants:
		return p.grants.get()
	}
	return p.values[key], nil
}

// changed names the keys whose file is another than at the last call.
func (p *policy) changed() (keys []string) {
	if p.blocklist.changed() {
		keys = append(keys, session.KeyBlocklist)
	}
	if p.grants.changed() {
		keys = append(keys, session.KeyGrants)
	}
	return keys
}

// unasked says how something is granted here, where nobody can be asked.
func (o *Options) unasked() string {
	if o.Grants != "" {
		return "this line in the file of bua's --grants allows it"
	}
	return "bua is to be started with --grants FILE, and this line in it allows it"
}

var errOperator = protocol.NewError(protocol.CodeInternal, "what the operator has set cannot be read")
