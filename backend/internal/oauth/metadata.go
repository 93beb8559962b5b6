package oauth

import "net/url"

// wellKnown is where RFC 9728 puts what a client has to know, before the resource's
// own path.
const wellKnown = "/.well-known/oauth-protected-resource"

// Paths are where the metadata is served: for the resource, and for a client that
// knows its host alone.
func (v *Verifier) Paths() []string {
	u, _ := url.Parse(v.o.Resource)
	return []string{wellKnown + u.Path, wellKnown}
}

// MetadataURL is the address of the metadata.
func (v *Verifier) MetadataURL() string {
	u, _ := url.Parse(v.o.Resource)
	u.Path = wellKnown + u.Path
	return u.String()
}
