package doctor

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/backend/chromium"
)

// namespaces are the kernel's switches of what Chromium's sandbox is made of,
// and the value with which it cannot be.
var namespaces = []struct{ file, off string }{
	{"proc/sys/kernel/unprivileged_userns_clone", "0"},
	{"proc/sys/user/max_user_namespaces", "0"},
	{"proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"},
}

// sandbox looks whether a browser that bua launches keeps pages from this user's
// files.
func (d Doctor) sandbox() Finding {
	const check = "sandbox"
	if why, _ := (chromium.Options{}).Unsandboxed(); why != "" {
		says, do, _ := strings.Cut(why, "; ")
		return note(check, "a browser that bua launches has none: "+says, do)
	}
	if d.System == "linux" {
		for _, n := range namespaces {
			if data, err := os.ReadFile(filepath.Join(d.Root, n.file)); err == nil && strings.TrimSpace(string(data)) == n.off {
				return note(check, "user namespaces are off (/"+n.file+" is "+n.off+"), so it may not work in a browser that bua launches",
					"switch them on, or install the browser's setuid helper (Debian: apt-get install chromium-sandbox)")
			}
		}
	}
	return ok(check, "a browser that bua launches has one")
}
