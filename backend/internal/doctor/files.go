package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/backend/store"
)

// folder looks at the configuration folder.
func (d Doctor) folder() Finding {
	const check = "folder"
	home := string(d.Home)
	info, err := os.Stat(home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return note(check, home+" is not there yet", "bua serve makes it")
	case err != nil:
		return wrong(check, home+" cannot be looked at: "+reason(err), "make it yours, or choose another with --config-dir")
	case !info.IsDir():
		return wrong(check, home+" is not a folder", "choose another with --config-dir")
	}
	if err := private.Folder(home); err != nil {
		return refused(check, home+" cannot be read: "+reason(err), "make it yours with chmod 600, or delete it to get a new one", err)
	}
	return ok(check, home)
}

// token looks at the file of a scope's token; the token itself is for the calls
// that follow and for nothing else.
func (d Doctor) token(scope httpapi.Scope) (string, Finding) {
	check, file := "token", d.Home.TokenFile()
	if scope == httpapi.ScopeOperator {
		check, file = "operator", d.Home.OperatorFile()
	}
	token, err := d.Home.KeptToken(scope)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", note(check, "there is no token yet", "bua serve makes it")
	case err == nil:
		return token, ok(check, file+" is there, and yours alone")
	}
	return "", refused(check, file+" cannot be read: "+reason(err), "make it yours with chmod 600, or delete it to get a new one", err)
}

// refused is a finding of a file that is not read: says and do where the error does not say
// itself what to do.
func refused(check, says, do string, err error) Finding {
	var known *private.Problem
	if errors.As(err, &known) {
		return wrong(check, known.Says, known.Do)
	}
	return wrong(check, says, do)
}

// secrets looks at what agents may fill in; nothing is said where there is none.
func (d Doctor) secrets() []Finding {
	const check = "secrets"
	list, err := d.Home.Vault().List("")
	if err != nil {
		return []Finding{refused(check, d.Home.Vault().File+" cannot be read: "+reason(err), "make it yours with chmod 600, or move it away and set the secrets again", err)}
	}
	if len(list) == 0 {
		return nil
	}
	for _, e := range list {
		if e.Keyring && d.Home.Vault().Ring == nil {
			return []Finding{wrong(check, strconv.Itoa(len(list))+" stored, and the keyring that has the value of "+e.Name+" cannot be reached from here", "run bua serve in the session that has the keyring, or set it again with bua secret set --file")}
		}
	}
	return []Finding{ok(check, strconv.Itoa(len(list))+" stored; bua secret list names them")}
}

// copied is how large a store may be that is copied to be looked at.
const copied = 256 << 20

// store checks the chain of the audit: by the backend, or, when none runs, in
// a copy, since opening the store itself would write to it.
func (d Doctor) store(ctx context.Context, b *backend) []Finding {
	const check = "audit"
	var report store.Report
	if b.client != nil && b.operator == nil {
		return []Finding{unknown(check, "not without the operator's token")}
	}
	if b.client != nil {
		ctx, cancel := context.WithTimeout(ctx, 6*patience) // it may be long
		defer cancel()
		raw, err := b.operator.VerifyAudit(ctx)
		if err == nil {
			err = json.Unmarshal(raw, &report)
		}
		if err != nil {
			return []Finding{wrong(check, "the backend cannot read it: "+reason(err), "see its log, and whether the disk is full")}
		}
		return []Finding{chain(report)}
	}
	dir := d.Home.StoreDir()
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{ok(check, "there is none yet")}
	case err != nil || !info.IsDir():
		return []Finding{wrong(check, dir+" is a symbolic link or not a folder, so no backend starts", "use the folder itself, or another --config-dir")}
	case d.System != "windows" && info.Mode().Perm()&0o077 != 0:
		return []Finding{wrong(check, dir+" is open to other users, so no backend starts", "type: chmod 700 "+dir)}
	}
	report, err = verifyCopy(ctx, dir)
	switch {
	case errors.Is(err, errLarge):
		return []Finding{unknown(check, "too large to look at without a backend; bua audit verify does")}
	case err != nil:
		return []Finding{wrong(check, dir+" cannot be read: "+reason(err), "move it away to begin anew; the browsers must then be paired again")}
	}
	return []Finding{chain(report)}
}

func chain(r store.Report) Finding {
	const check = "audit"
	switch {
	case r.Broken > 0:
		return wrong(check, "its chain does not hold: "+strconv.Itoa(r.Broken)+" faults", "bua audit verify names the rows; somebody or a broken disk has changed or removed them")
	case r.Rows == 0:
		return ok(check, "no rows yet")
	default:
		return ok(check, strconv.FormatUint(r.Rows, 10)+" rows, chain valid, no gaps")
	}
}

var errLarge = errors.New("too large")

func verifyCopy(ctx context.Context, dir string) (report store.Report, err error) {
	var size int64
	err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err == nil && size > copied {
		err = errLarge
	}
	if err != nil {
		return report, err
	}
	temp, err := os.MkdirTemp("", "bua-doctor-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(temp)
	if err := os.CopyFS(temp, os.DirFS(dir)); err != nil {
		return report, err
	}
	db, err := app.OpenStoreAt(temp)
	if err != nil {
		return report, err
	}
	defer db.Close()
	if g, ok := app.GuardOf(dir); ok {
		db.Audit.Trust(g)
	}
	return db.Audit.Verify(ctx)
}

// reason is an error without the path, which the finding names already.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
