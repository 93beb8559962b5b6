package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/zapvol/bua/backend/model"
)

// models looks at what bua run needs. Agents of others need none, so nothing of it is
// wrong but a file that cannot be used. Of models elsewhere it looks at the key alone:
// nobody but this machine is asked.
func (d Doctor) models(ctx context.Context) []Finding {
	const check = "models"
	if _, err := os.Stat(string(d.Home)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s := d.Home.Models()
	x, err := s.Settings()
	if err != nil {
		return []Finding{refused(check, reason(err), "mend the file, or move it away and add the models again", err)}
	}
	if x.Default == "" {
		return []Finding{note(check, "none is chosen, which only bua run needs", "bua models list shows what runs on this machine; bua models add adds one")}
	}
	c, err := s.Config(x.Default)
	if err != nil {
		return []Finding{note(check, reason(err), "bua models list shows what was added")}
	}
	if !c.Provider.Local {
		place, err := s.Keys.Place(c.Provider.Name)
		switch {
		case err != nil:
			return []Finding{note(check, "the key of "+c.Provider.Name+" cannot be had: "+reason(err), "unlock the keyring")}
		case place == model.Nowhere && !c.Provider.NoKey:
			return []Finding{note(check, x.Default+" has no key", "bua models add "+x.Default+" asks for it")}
		}
		return []Finding{ok(check, x.Default+" has what it needs; bua models test tries it")}
	}
	client, err := model.New(c)
	if err != nil {
		return []Finding{note(check, reason(err), "bua models test says more")}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if r := client.Look(ctx); r.Fault != nil {
		return []Finding{note(check, x.Default+": "+r.Fault.Text, "bua models test tries it again")}
	}
	return []Finding{ok(check, x.Default+" runs on this machine")}
}
