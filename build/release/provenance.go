package release

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/archive"
)

// buildType names what the parameters below mean.
const buildType = Home + "/blob/main/docs/contributing.md#make-a-release"

// provenance says of each artefact from which commit and with what it was made,
// as an in-toto statement with SLSA's predicate. Nobody vouches for it until it
// is signed. A tree that is not as its commit has it gets none, for it would not
// be true.
func (r *release) provenance() error {
	if r.Changed || r.Commit == "" {
		return nil
	}
	type subject struct {
		Name   string            `json:"name"`
		Digest map[string]string `json:"digest"`
	}
	var subjects []subject
	for _, f := range slices.SortedFunc(slices.Values(r.files), func(a, b archive.File) int { return strings.Compare(a.Name, b.Name) }) {
		subjects = append(subjects, subject{f.Name, map[string]string{"sha256": Sum(f.Data)}})
	}
	parameters := map[string]any{"version": r.Version, "sourceDateEpoch": r.When.Unix()}
	if r.URL != "" {
		parameters["url"] = r.URL
	}
	text, err := json.MarshalIndent(map[string]any{
		"_type": "https://in-toto.io/Statement/v1", "subject": subjects, "predicateType": "https://slsa.dev/provenance/v1",
		"predicate": map[string]any{
			"buildDefinition": map[string]any{
				"buildType": buildType, "externalParameters": parameters, "internalParameters": r.Compilers,
				"resolvedDependencies": []map[string]any{{"uri": "git+" + Home, "digest": map[string]string{"gitCommit": r.Commit}}},
			},
			"runDetails": map[string]any{"builder": map[string]string{"id": Home + "/tree/main/build"}},
		},
	}, "", "  ")
	r.add("provenance.intoto.json", append(text, '\n'))
	return err
}
