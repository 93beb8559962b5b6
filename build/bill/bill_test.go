package bill

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

const root = "../.."

func TestGo(t *testing.T) {
	is := is.New(t)
	parts, err := Go(t.Context(), root)
	is.NoErr(err)
	names := map[string]Part{}
	for _, p := range parts {
		names[p.Name] = p
		is.True(p.Licence != "") // each says its licence
	}
	is.True(strings.HasPrefix(names["github.com/spf13/cobra"].Version, "v1."))
	is.Equal(names["github.com/spf13/cobra"].Licence, "Apache-2.0")
	is.True(names["github.com/danieljoos/wincred"].Name != "") // on Windows alone
	is.Equal(names["github.com/evanw/esbuild"].Name, "")       // it builds, and is in nothing
	is.Equal(names["github.com/zapvol/bua"].Name, "")
}

func TestNPM(t *testing.T) {
	is := is.New(t)
	parts, err := NPM(root)
	is.NoErr(err)
	var urls []string
	for _, p := range parts {
		urls = append(urls, p.URL()[:strings.LastIndex(p.URL(), "@")])
		is.Equal(len(p.SHA512), 128)
	}
	is.Equal(urls, []string{"pkg:npm/%40mozilla/readability", "pkg:npm/%40noble/hashes", "pkg:npm/marked", "pkg:npm/pdfjs-dist", "pkg:npm/preact"})
}

// folder is a module with these files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLicences(t *testing.T) {
	is := is.New(t)
	mit := "MIT License\nPermission is hereby granted, free of charge, to any person"
	one := Part{Name: "one", Version: "v1", In: "bua", dir: folder(t, map[string]string{"LICENSE": mit, "NOTICE.txt": "one's notice", "README": "no"})}
	two := Part{Name: "two", Version: "v2", In: "extension", dir: folder(t, map[string]string{"LICENCE.md": mit + "\r\n"})}
	text, err := Licences("OURS", []Part{one, two})
	is.NoErr(err)
	is.True(strings.Contains(string(text), "OURS"))
	is.Equal(strings.Count(string(text), "free of charge"), 1) // one text for both
	is.True(strings.Contains(string(text), "one v1 (in the program)\ntwo v2 (in the extension)"))
	is.True(strings.Contains(string(text), "one's notice"))
	is.Equal(LicenceOf(two.dir), "MIT")
	_, err = Licences("OURS", []Part{{Name: "bare", dir: folder(t, nil)}})
	is.True(err != nil && strings.Contains(err.Error(), "bare")) // nothing is shipped without its licence
}

func TestSBOM(t *testing.T) {
	is := is.New(t)
	parts := []Part{{Kind: "golang", Name: "a.test/x", Version: "v1.2.3", Licence: "MIT", In: "bua"}, {Kind: "npm", Name: "@s/y", Version: "4.5.6", Licence: "ISC", SHA512: "00", In: "extension"}}
	when := time.Date(2026, 11, 23, 12, 0, 0, 0, time.FixedZone("far", 3600))
	text, err := SBOM("github.com/zapvol/bua", "1.0.0", when, parts)
	is.NoErr(err)
	var doc bom
	is.NoErr(json.Unmarshal(text, &doc))
	is.Equal(doc.Format+" "+doc.Spec, "CycloneDX 1.6")
	is.Equal(doc.Metadata.Timestamp, "2026-11-23T11:00:00Z")
	is.Equal(doc.Components[0].URL, "pkg:golang/a.test/x@v1.2.3")
	is.Equal(doc.Components[1].URL, "pkg:npm/%40s/y@4.5.6")
	is.Equal(doc.Components[1].Hashes[0].Algorithm, "SHA-512")
	refs := []string{doc.Components[0].Ref, doc.Components[1].Ref}
	is.True(slices.Equal(doc.Dependencies[0].On, refs))
	is.Equal(doc.Metadata.Component.URL, "pkg:golang/github.com/zapvol/bua@v1.0.0")
}
