package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

// TestForgetPolicy: only the schema goes; the id of the extension stays.
func TestForgetPolicy(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "manifest.json")
	is.NoErr(os.WriteFile(file, []byte(`{"name":"bua","key":"k","storage":{"managed_schema":"managed.json"}}`), 0o400))
	is.NoErr(forgetPolicy(dir))
	data, err := os.ReadFile(file)
	is.NoErr(err)
	var got map[string]any
	is.NoErr(json.Unmarshal(data, &got))
	is.Equal(got, map[string]any{"name": "bua", "key": "k"})
	is.NoErr(os.WriteFile(file, []byte(`{`), 0o600))
	is.True(forgetPolicy(dir) != nil)
}
