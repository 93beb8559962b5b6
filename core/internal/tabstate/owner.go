package tabstate

import "github.com/zapvol/bua/core/supervisor"

// PolicyURL is the address by which the policy knows the tab's page: its own, or that
// of whoever made it.
func (t *Tab) PolicyURL() string {
	if supervisor.SelfURL(t.URL) == "" {
		if own, _, told := t.Frames.Owners(t.Main.Frame); told && len(own) > 0 {
			return own[0]
		}
	}
	return t.URL
}

// Sources lists the addresses that decide about what a frame's document asks for:
// a dialog, a download. Of a frame that is not known any more it is every
// document in the tab. "" among them is one that nobody may agree to.
func (t *Tab) Sources(frame, url string) (from []string) {
	if _, known := t.Frames.Get(frame); known {
		own, around, told := t.Frames.Owners(frame)
		if from = append(own, around...); !told {
			from = append(from, "")
		}
	} else if frame != "" || supervisor.SelfURL(url) == "" {
		for _, f := range t.Frames.All() {
			if own := supervisor.SelfURL(f.URL); own != "" {
				from = append(from, own)
			}
		}
	}
	if own := supervisor.SelfURL(url); own != "" {
		from = append(from, own)
	}
	if len(from) == 0 { // of a blank page nobody may have been asked yet whose it is
		if _, _, told := t.Frames.Owners(t.Main.Frame); !told {
			from = append(from, "")
		}
	}
	return from
}
