package model

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// ring is a keyring in memory.
type ring struct {
	has    map[string]string
	locked bool
}

func (r *ring) Set(key, value string) error {
	if r.locked {
		return errors.New("locked")
	}
	r.has[key] = value
	return nil
}

func (r *ring) Get(key string) (string, error) {
	if v, ok := r.has[key]; ok && !r.locked {
		return v, nil
	}
	return "", errors.New("locked")
}

func (r *ring) Delete(key string) error {
	if r.locked {
		return errors.New("locked")
	}
	delete(r.has, key)
	return nil
}

const canary = "sk-canary-of-a-key"

func TestKeys_Keyring(t *testing.T) {
	is := is.New(t)
	r := &ring{has: map[string]string{}}
	k := &Keys{File: filepath.Join(t.TempDir(), "keys.json"), Ring: r}
	place, err := k.Set("openai", canary)
	is.NoErr(err)
	is.Equal(place, InKeyring)
	is.Equal(r.has, map[string]string{"model:openai": canary})
	data, err := os.ReadFile(k.File)
	is.NoErr(err)
	is.True(!strings.Contains(string(data), canary)) // the keyring alone has it
	key, err := k.get("openai")
	is.NoErr(err)
	is.Equal(key, canary)

	r.locked = true
	_, err = k.get("openai")
	is.True(err != nil && strings.Contains(err.Error(), "unlock")) // not: there is none
	place, err = k.Place("openai")
	is.NoErr(err)
	is.Equal(place, InKeyring) // told without the keyring
	is.True(k.Remove("openai") != nil)
	place, err = k.Set("openai", canary+"2") // the file has it while the keyring is locked
	is.NoErr(err)
	is.Equal(place, InFile)

	r.locked = false
	is.NoErr(k.Remove("openai"))
	_, err = os.Stat(k.File)
	is.True(errors.Is(err, os.ErrNotExist)) // nothing is left of it
	is.NoErr(k.Remove("openai"))
}

func TestKeys_File(t *testing.T) {
	is := is.New(t)
	k := &Keys{File: filepath.Join(t.TempDir(), "keys.json")}
	place, err := k.Place("groq")
	is.NoErr(err)
	is.Equal(place, Nowhere)
	place, err = k.Set("groq", canary)
	is.NoErr(err)
	is.Equal(place, InFile)
	info, err := os.Stat(k.File)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))
	key, err := k.get("groq")
	is.NoErr(err)
	is.Equal(key, canary)

	is.NoErr(os.Chmod(k.File, 0o644))
	_, err = k.get("groq")
	is.True(err != nil && !strings.Contains(err.Error(), canary)) // others could have read it
	is.NoErr(os.Chmod(k.File, 0o600))
	is.NoErr(os.WriteFile(k.File, []byte(`{"version":1,"keys":[{"provider":"groq","key":"`+canary), 0o600))
	_, err = k.get("groq")
	is.True(err != nil && !strings.Contains(err.Error(), canary)) // a cut file is not quoted
}

func TestKeys_Environment(t *testing.T) {
	is := is.New(t)
	var asked []string
	env := map[string]string{"BUA_MODEL_KEY_OPENAI": "sk-of-the-environment", "OPENAI_API_KEY": "sk-of-another-program", "BUA_MODEL_KEY_A_B": "sk-whose"}
	k := &Keys{File: filepath.Join(t.TempDir(), "keys.json"), Env: func(name string) string { asked = append(asked, name); return env[name] }}
	_, err := k.Set("openai", canary)
	is.NoErr(err)
	key, err := k.get("openai")
	is.NoErr(err)
	is.Equal(key, "sk-of-the-environment")
	place, err := k.Place("openai")
	is.NoErr(err)
	is.Equal(place, InEnvironment)
	is.Equal(asked, []string{"BUA_MODEL_KEY_OPENAI", "BUA_MODEL_KEY_OPENAI"}) // and no other
	for provider, want := range map[string]string{"a-b": "sk-whose", "a.b": "", "anthropic": ""} {
		key, err := k.get(provider)
		is.NoErr(err)
		is.Equal(key, want) // a variable is one provider's
	}
	env["BUA_MODEL_KEY_OPENAI"] = "two words"
	_, err = k.get("openai")
	is.True(err != nil && strings.Contains(err.Error(), "BUA_MODEL_KEY_OPENAI") && !strings.Contains(err.Error(), "two words"))
}

func TestCheckKey(t *testing.T) {
	for key, good := range map[string]bool{
		canary: true, "a": true, "x_-.:/+=~": true,
		"": false, " sk-x": false, "Bearer sk-x": false, `"sk-x"`: false, "'sk-x'": false, "sk-x\n": false, "sk-ü": false, strings.Repeat("x", 4097): false,
	} {
		if (CheckKey(key) == nil) != good {
			t.Errorf("%q: %v", key, CheckKey(key))
		}
	}
	k := &Keys{File: filepath.Join(t.TempDir(), "keys.json")}
	for _, name := range []string{"", "a/b", "model:x", "Ä", "../x"} {
		if _, err := k.Set(name, canary); err == nil {
			t.Errorf("%q is no provider", name)
		}
	}
}
