package ui

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// costs: the panel shows what models were paid for, also of a run that was deleted, and
// a cap that the person sets there holds the next run back until they raise it.
func costs(t *testing.T, b *e2e.Product, s *fakemodel.Server) {
	is := is.New(t)
	url, _ := till(t)
	models := b.Home().Models()
	data, err := os.ReadFile(models.File)
	is.NoErr(err)
	var settings map[string]any
	is.NoErr(json.Unmarshal(data, &settings))
	settings["prices"] = []any{map[string]any{"match": "fake/scripted", "in": 100, "out": 100}} // dollars for a million tokens
	data, err = json.Marshal(settings)
	is.NoErr(err)
	is.NoErr(os.WriteFile(models.File, data, 0o600))
	p := newPanel(t, b)
	p.beside(url)
	p.task("Look every morning.")
	p.says("There is nothing.")
	p.press("[data-runs]")
	p.says("Today $")
	p.press("[data-delete]")
	p.press("[data-sure]")
	p.says("No tasks yet.")

	p.press("[data-models]")
	p.says("This month")
	p.says("fake/scripted")
	var today string
	p.eval(`document.querySelector(".costs dd").textContent`, &today)
	is.True(strings.HasPrefix(today, "$") && today != "$0.00") // what is deleted was paid all the same
	p.write("#cap-day", "0.01")
	p.press("[data-caps]")
	p.await(`document.querySelector("[data-caps]").disabled && document.querySelector("#cap-day").value === "0.01"`)
	capped(t, models, 0.01)

	p.press("header [aria-label=Back]")
	p.press("[data-new]")
	asked := len(s.Bodies())
	is.True(asked > 0)
	p.task("Look every morning.")
	p.says("The cap of $0.01 for a day is reached")
	is.Equal(len(s.Bodies()), asked) // the model was not asked
	p.press("[data-models]")
	p.write("#cap-day", "")
	p.press("[data-caps]")
	p.await(`document.querySelector("[data-caps]").disabled && document.querySelector("#cap-day").value === ""`)
	capped(t, models, 0)
	p.press("header [aria-label=Back]")
	p.press("[data-continue]")
	p.says("There is nothing.")
}

// capped waits until the cap of a day is stored: the button is dead while that is under way, too.
func capped(t *testing.T, s *model.Store, day float64) {
	t.Helper()
	for n, end := 0, time.Now().Add(patience); ; n++ {
		x, err := s.Settings()
		if err == nil && x.Caps.Day == day {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the cap is %v: %v", x.Caps.Day, err)
		}
		pause(n)
	}
}
