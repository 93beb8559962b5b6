package fakemodel

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

// seer calls the tool as it is asked to, by looking at the picture if there is one.
func seer(blind bool) Policy {
	return func(q chat.Request) Say {
		if len(q.Tools) == 0 {
			return Say{Text: "I would call it."}
		}
		m := q.Messages[len(q.Messages)-1]
		left, right := "red", "green"
		if words := strings.Fields(strings.Trim(m.Text, ".")); len(m.Pictures) == 0 {
			left, right = words[len(words)-4], words[len(words)-1]
		} else if !blind {
			data, _ := base64.StdEncoding.DecodeString(m.Pictures[0].Data)
			if img, err := png.Decode(bytes.NewReader(data)); err == nil {
				name := func(x int) string {
					r, g, b, _ := img.At(x, 60).RGBA()
					return map[[3]bool]string{{true, false, false}: "red", {false, true, false}: "green", {false, false, true}: "blue", {true, true, false}: "yellow", {}: "black", {true, true, true}: "white"}[[3]bool{r > 0x8000, g > 0x8000, b > 0x8000}]
				}
				left, right = name(10), name(110)
			}
		} else {
			left, right = "mauve", "beige"
		}
		args, _ := json.Marshal(map[string]string{"left": left, "right": right})
		return Say{Calls: []chat.Call{{Name: q.Tools[0].Name, Arguments: string(args)}}}
	}
}

// What a model can is measured, and the first thing that keeps a run from working is
// told by its code.
func TestProbe(t *testing.T) {
	talker := func(chat.Request) Say { return Say{Text: "I would call it."} }
	const yes, no, unknown = core.Yes, core.No, core.Can("")
	for _, row := range []struct {
		name, preset, path string
		traits             Traits
		policy             Policy
		tools, vision      core.Can
		window             int
		from               core.Source
		want               chat.Code
	}{
		{"all is well", "openai", "/v1", Traits{Key: "k", NoMaxTokens: true}, seer(false), yes, yes, 0, "", ""},
		{"anthropic", "anthropic", "", Traits{Key: "k", Model: "claude-x"}, seer(false), yes, yes, 200000, core.FromPresets, ""},
		{"openai's responses", "openai", "/v1", Traits{Key: "k", Model: "gpt-5.4", NoTemperature: true}, seer(false), yes, yes, 400000, core.FromPresets, ""},
		{"gemini", "google", "/v1beta", Traits{Key: "k", Model: "gemini-3.1-pro", NoTemperature: true, SignedCalls: true, Window: 500000}, seer(false), yes, yes, 500000, core.FromServer, ""},
		{"it takes pictures and does not see them", "openai", "/v1", Traits{Key: "k", NoMaxTokens: true}, seer(true), yes, no, 0, "", ""},
		{"it refuses pictures", "vllm", "/v1", Traits{NoPictures: true, Window: 32768}, seer(false), yes, no, 32768, core.FromServer, ""},
		{"no pictures, as is known", "deepseek", "/v1", Traits{Key: "k", NoPictures: true}, seer(false), yes, no, 0, "", ""},
		{"it only talks", "openai", "/v1", Traits{Key: "k", NoMaxTokens: true}, talker, no, unknown, 0, "", chat.CodeTools},
		{"vLLM was started without tools", "vllm", "/v1", Traits{NoTools: true, Window: 32768}, seer(false), no, unknown, 32768, core.FromServer, chat.CodeTools},
		{"Ollama's model has no tools", "ollama", "", Traits{NoTools: true}, seer(false), no, yes, 16384, core.FromServer, chat.CodeTools},
		{"Ollama", "ollama", "", Traits{Window: 65536}, seer(false), yes, yes, 16384, core.FromServer, ""},
		{"Ollama, whose window is smaller than what was asked for", "ollama", "", Traits{Window: 4096, Asleep: true}, seer(false), yes, yes, 4096, core.FromServer, chat.CodeSmall},
		{"LM Studio", "lmstudio", "/v1", Traits{Kind: LMStudio, Window: 32768}, seer(false), yes, yes, 32768, core.FromServer, ""},
		{"LM Studio with a model that reads only", "lmstudio", "/v1", Traits{Kind: LMStudio, Window: 32768, Blind: true}, seer(false), yes, no, 32768, core.FromServer, ""},
		{"LM Studio with too small a window", "lmstudio", "/v1", Traits{Kind: LMStudio, Window: 4096}, seer(false), unknown, unknown, 0, "", chat.CodeSmall},
		{"LM Studio, which loads it with too small a window", "lmstudio", "/v1", Traits{Kind: LMStudio, Window: 4096, Asleep: true}, seer(false), yes, yes, 0, "", chat.CodeSmall},
		{"llama.cpp", "llamacpp", "/v1", Traits{Kind: LlamaCpp, Window: 20000}, seer(false), yes, yes, 20000, core.FromServer, ""},
		{"llama.cpp with a model that reads only", "llamacpp", "/v1", Traits{Kind: LlamaCpp, Window: 20000, Blind: true}, seer(false), yes, no, 20000, core.FromServer, ""},
		{"llama.cpp with too small a window", "llamacpp", "/v1", Traits{Kind: LlamaCpp, Window: 8192}, seer(false), unknown, unknown, 0, "", chat.CodeSmall},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, row.policy)
			r := client(t, s, row.preset, row.path, nil).Probe(t.Context())
			got := chat.Code("")
			if r.Fault != nil {
				got = r.Fault.Code
			}
			if got != row.want {
				t.Fatalf("%+v %v %q", r, r.Fault, s.Refused())
			}
			is.Equal(r.Tools, row.tools)
			is.Equal(r.Vision, row.vision)
			is.Equal(r.Window, row.window)
			is.Equal(r.WindowFrom, row.from)
			is.Equal(r.Reachable, yes)
			is.Equal(r.Model, yes)
			if row.traits.Key != "" {
				is.Equal(r.Key, yes)
			}
			if row.want == "" {
				is.True(r.Took > 0 && r.Usage.Out == 7)
			}
		})
	}
}

func TestProbe_Faults(t *testing.T) {
	for _, row := range []struct {
		name, preset   string
		change         func(*core.Config)
		traits         Traits
		reach, key, is core.Can
		want           chat.Code
		asked          bool
	}{
		{"no key is stored", "openai", func(c *core.Config) { c.Key = "" }, Traits{Key: "k"}, "", core.No, "", chat.CodeKey, false},
		{"a wrong key", "openai", func(c *core.Config) { c.Key = "wrong" }, Traits{Key: "k"}, core.Yes, core.No, "", chat.CodeKey, false},
		{"no such model", "openai", func(c *core.Config) { c.Model = "other" }, Traits{Key: "k"}, core.Yes, core.Yes, core.No, chat.CodeModel, true},
		{"no such model here", "vllm", func(c *core.Config) { c.Model = "other" }, Traits{}, core.Yes, "", core.No, chat.CodeModel, true},
		{"nobody is there", "vllm", func(c *core.Config) { c.Provider.Base = "http://127.0.0.1:1/v1" }, Traits{}, core.No, "", "", chat.CodeUnreachable, false},
		{"the address lacks /v1", "lmstudio", func(c *core.Config) {
			c.Provider.Base = strings.TrimSuffix(c.Provider.Base, "/v1")
			c.Provider.List = ""
		}, Traits{Kind: LMStudio}, core.No, "", "", chat.CodeNonsense, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, seer(false))
			r := client(t, s, row.preset, "/v1", row.change).Probe(t.Context())
			is.True(r.Fault != nil)
			is.Equal(r.Fault.Code, row.want)
			is.Equal(strings.Contains(r.Fault.Text, " It has fake."), row.want == chat.CodeModel)
			data, err := json.Marshal(r)
			is.NoErr(err)
			is.True(strings.Contains(string(data), `"code":"`+string(row.want)+`"`) && !strings.Contains(string(data), "wrong\""))
			is.Equal([]core.Can{r.Reachable, r.Key, r.Model}, []core.Can{row.reach, row.key, row.is})
			is.Equal(len(s.Bodies()) > 0, row.asked)
		})
	}
}

// A server that does not say how its model is loaded is one that is not known, and
// not one without the model.
func TestLook_SaysNothing(t *testing.T) {
	for _, preset := range []string{"llamacpp", "lmstudio"} {
		is := is.New(t)
		s := New(Traits{}, hello) // without /props and /api/v0/models
		c := client(t, s, preset, "/v1", nil)
		_, err := c.Chat(t.Context(), ask, nil)
		is.NoErr(err)
		is.Equal(c.Look(t.Context()).Model, core.Yes)
		s.Close()
	}
}

// Look spends nothing.
func TestLook(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{Key: "k", Window: 50000}, hello)
	for preset, key := range map[string]core.Can{"openai": core.Yes, "openrouter": ""} { // whose list is public
		r := client(t, s, preset, "/v1", nil).Look(t.Context())
		is.True(r.Fault == nil)
		is.Equal([]core.Can{r.Reachable, r.Key, r.Model}, []core.Can{core.Yes, key, core.Yes})
		is.Equal(r.Window, 50000)
	}
	is.Equal(len(s.Bodies()), 0)
	r := client(t, s, "vllm", "/v1", func(c *core.Config) { c.Window = 50000 }).Look(t.Context())
	is.Equal(r.WindowFrom, core.FromSettings)
	info, err := client(t, s, "vllm", "/v1", nil).Info(t.Context())
	is.NoErr(err)
	is.Equal(info.Window, 50000)
}

// The window is what somebody says, or else one that is small enough.
func TestWindow(t *testing.T) {
	for _, row := range []struct {
		name, preset string
		traits       Traits
		says         int
		want         int
	}{
		{"the list", "openrouter", Traits{Window: 50000}, 0, 50000},
		{"the person", "openrouter", Traits{Window: 50000}, 40000, 40000},
		{"nobody", "together", Traits{}, 0, 128000},
		{"nobody, on this machine", "jan", Traits{}, 0, 16384},
		{"its name", "openai", Traits{Model: "gpt-4o"}, 0, 128000},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, hello)
			c := client(t, s, row.preset, "/v1", func(c *core.Config) { c.Window = row.says })
			for range 2 {
				n, err := c.Window(t.Context())
				is.NoErr(err)
				is.Equal(n, row.want)
			}
			is.True(len(s.Asked()) <= 2 && len(s.Bodies()) == 0)
		})
	}
}

// Servers on this machine are told from other programs at their ports, without a key.
func TestDiscover(t *testing.T) {
	is := is.New(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"data":[],"models":[]}`)) // a program of the person's own
	}))
	defer page.Close()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }))
	defer silent.Close()
	servers := map[string]*Server{"ollama": New(Traits{Kind: Ollama}, hello), "lmstudio": New(Traits{Kind: LMStudio}, hello), "llamacpp": New(Traits{Kind: LlamaCpp, Window: 20000}, hello)}
	places := func(address func(name string) string) []core.Provider {
		list := model.Places()
		is.Equal(len(list), 3)
		for i := range list {
			path := ""
			if strings.HasSuffix(list[i].Base, "/v1") {
				path = "/v1"
			}
			list[i].Base = address(list[i].Name) + path
		}
		return list
	}
	find := func(address func(string) string) (names []string) {
		for _, f := range model.Discover(t.Context(), places(address), nil) {
			names = append(names, f.Provider.Name)
			for _, m := range f.Models {
				names = append(names, m.ID)
			}
		}
		return names
	}
	is.Equal(find(func(name string) string { return servers[name].URL }), []string{"ollama", "fake", "lmstudio", "fake", "llamacpp", "fake"})
	is.Equal(find(func(string) string { return servers["lmstudio"].URL }), []string{"lmstudio", "fake"}) // which answers 200 to all
	is.Equal(find(func(string) string { return "http://127.0.0.1:1" }), nil)
	is.True(!slices.Contains(find(func(string) string { return page.URL }), "llamacpp"))
	began := time.Now()
	is.Equal(find(func(string) string { return silent.URL }), nil)
	is.True(time.Since(began) < 5*time.Second)
	for _, s := range servers {
		for _, line := range s.Asked() {
			is.True(strings.HasSuffix(line, " ")) // no key
		}
		s.Close()
	}
}

type memory map[string]string

func (m memory) Set(k, v string) error        { m[k] = v; return nil }
func (m memory) Get(k string) (string, error) { return m[k], nil }
func (m memory) Delete(k string) error        { delete(m, k); return nil }

// No name of a secret of a page reaches a model's key, in one keyring.
func TestKeys_NamesOfTheirOwn(t *testing.T) {
	is := is.New(t)
	ring := memory{}
	k := &model.Keys{File: t.TempDir() + "/keys.json", Ring: ring}
	_, err := k.Set("openai", "sk-canary")
	is.NoErr(err)
	for name := range ring {
		is.Equal(name, "model:openai")
	}
	v := &secrets.Vault{File: t.TempDir() + "/secrets.json", Ring: ring}
	for _, user := range []string{"local", "model:", "model:openai", ""} {
		for _, name := range []string{"openai", "model:openai", "model", ""} {
			if _, err := v.Set(secrets.Secret{Entry: secrets.Entry{User: user, Name: name, Origins: []string{"https://a.example"}}, Value: "of a page"}); err == nil {
				s, err := v.Value(user, name)
				is.NoErr(err)
				is.Equal(s.Value, "of a page")
			}
		}
	}
	is.Equal(ring["model:openai"], "sk-canary")
	all, err := v.All("local")
	is.NoErr(err)
	for _, s := range all {
		is.Equal(s.Value, "of a page")
	}
}
