package app

import (
	"context"
	"os"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/secrets"
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

// openModel makes a model ready for a run.
func openModel(s *model.Store) runs.Models {
	return func(ctx context.Context, name string) (o runs.Opened, err error) {
		client, err := s.Client(name)
		if err != nil {
			return o, err
		}
		o.Model, o.Name = client, client.Name()
		if o.Price, err = s.Price(o.Name); err != nil {
			return o, err
		}
		o.Window, o.Local, o.Vision, err = client.Facts(ctx)
		return o, err
	}
}
