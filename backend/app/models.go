package app

import (
	"context"
	"os"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/secrets"
	core "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
)

// Models is what the person of this folder has added for bua's own agent.
func (h Home) Models() *model.Store {
	keys := &model.Keys{File: h.Path("model-keys.json"), Env: os.Getenv}
	if ring := secrets.System(); ring != nil {
		keys.Ring = ring
	}
	return &model.Store{File: h.Path("models.json"), Keys: keys}
}

// HasModel says why a run could not use a model, "" for the default, as far as that is
// known without asking anybody.
func (h Home) HasModel(name string) error {
	_, err := h.Models().Config(name)
	return runs.Coded(err)
}

// openModel makes a model ready for a run. It asks the provider what it knows of the
// model, which costs nothing.
func openModel(s *model.Store) runs.Models {
	return func(ctx context.Context, name string) (runs.Opened, error) {
		c, err := s.Config(name)
		if err != nil {
			return runs.Opened{}, err
		}
		client, err := model.New(c)
		if err != nil {
			return runs.Opened{}, err
		}
		info, err := client.Info(ctx)
		if err != nil {
			return runs.Opened{}, err
		}
		o := runs.Opened{Model: client, Name: client.Name(), Window: info.Window, Local: c.Provider.Local, Vision: info.Vision == core.Yes}
		if o.Price, err = s.Price(o.Name); err != nil {
			return runs.Opened{}, err
		}
		return o, nil
	}
}
