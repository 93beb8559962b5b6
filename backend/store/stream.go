package store

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// makeStream opens a stream, made where it is not there yet, with as many copies as there can
// be and no fewer than it has. One that is there is opened also where it cannot be changed.
func (s *Store) makeStream(c jetstream.StreamConfig) (jetstream.Stream, error) {
	var stream jetstream.Stream
	have := 0
	if s.nats == nil {
		err := s.insist(func(ctx context.Context) (err error) { stream, err = s.js.Stream(ctx, c.Name); return err }, jetstream.ErrStreamNotFound)
		if err == nil {
			have = stream.CachedInfo().Config.Replicas
		}
	}
	err := s.copies(have, func(ctx context.Context, n int) error {
		c.Storage, c.Replicas = s.storage(), n
		made, err := s.js.CreateOrUpdateStream(ctx, c)
		if err == nil {
			stream = made
		}
		return tooMany(err)
	})
	if stream != nil {
		return stream, nil
	}
	return nil, err
}

// walk calls each with the messages of a stream that match a subject, in order, from a number
// on. It asks for one after the other: a watcher, which gets them at once, waits for ever for
// one whose life ends meanwhile.
func (s *Store) walk(stream jetstream.Stream, from uint64, subject string, each func(*jetstream.RawStreamMsg) error) error {
	for {
		var m *jetstream.RawStreamMsg
		err := s.insist(func(ctx context.Context) (err error) {
			m, err = stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(subject))
			return err
		}, jetstream.ErrMsgNotFound)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		case err != nil:
			return err
		}
		if err := each(m); err != nil {
			return err
		}
		from = m.Sequence + 1
	}
}

// copies calls make with the numbers of copies to try, most first: three, or
// as many as the cluster has servers. An embedded server keeps one.
func (s *Store) copies(have int, make func(ctx context.Context, n int) error) (err error) {
	most := 3
	if s.nats != nil {
		most = 1
	}
	for n := most; n > have; n-- {
		err = s.insist(func(ctx context.Context) error { return make(ctx, n) }, jetstream.ErrJetStreamNotEnabled, errCopies)
		if !errors.Is(err, errCopies) {
			return err
		}
	}
	return err
}

// errCopies says that the cluster has no room for so many copies.
var errCopies = errors.New("too many copies for this cluster")

func tooMany(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && tooFew(int(api.ErrorCode)) {
		return errors.Join(errCopies, err)
	}
	return err
}

// tooFew reports whether JetStream refuses a number of copies: its server is none of a
// cluster, or the cluster has too few.
func tooFew(code int) bool { return code == 10074 || code == 10005 }
