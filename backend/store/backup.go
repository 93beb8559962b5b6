package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zapvol/bua/backend/internal/private"
)

// Backup is what the file backup.json of a backup says: written last, so a folder
// with it is whole.
type Backup struct {
	// Format is how the folder is laid out.
	Format  int           `json:"format"`
	At      time.Time     `json:"at"`
	Streams []BackedUp    `json:"streams"`
	Took    time.Duration `json:"-"`
}

// BackedUp is one stream of JetStream: what its server needs to make it again,
// and the file with what was in it.
type BackedUp struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"config"`
	State  json.RawMessage `json:"state"`
	File   string          `json:"file"`
	Bytes  int64           `json:"bytes"`
	SHA256 string          `json:"sha256"`
}

const (
	backupFormat = 1
	backupFile   = "backup.json"
	// maxBackupFile bounds backup.json.
	maxBackupFile = 16 << 20
	// snapshotPatience is how long a server may say nothing while it makes, or
	// takes, a snapshot.
	snapshotPatience = time.Minute
)

// Messages is how many messages the stream held.
func (s BackedUp) Messages() uint64 {
	var state struct {
		Messages uint64 `json:"messages"`
	}
	_ = json.Unmarshal(s.State, &state)
	return state.Messages
}

// BackUp writes everything that backends keep in an outside NATS to a new folder,
// while they run. Each stream is as it was at one moment, the audit first. The
// folder holds the keys of all devices.
func BackUp(ctx context.Context, servers *Servers, dir string, log *slog.Logger) (*Backup, error) {
	conn, err := servers.connect("bua backup", log)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	names, err := streams(ctx, conn)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("there is nothing of bua's in this NATS: is it the account that the backends use?")
	}
	if err := os.Mkdir(dir, 0o700); errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s is there already: name a folder that is not", dir)
	} else if err != nil {
		return nil, err
	}
	b := &Backup{Format: backupFormat, At: time.Now().UTC()}
	for _, name := range names {
		s, err := snapshot(ctx, conn, name, dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w; %s is not whole, remove it", name, err, dir)
		}
		b.Streams = append(b.Streams, s)
	}
	data, err := json.MarshalIndent(b, "", " ")
	if err == nil {
		err = private.Write(filepath.Join(dir, backupFile), append(data, '\n'))
	}
	b.Took = time.Since(b.At)
	return b, err
}

// streams lists what is bua's, the audit first: rows of it that are let go
// meanwhile are then there as well as what says that they were.
func streams(ctx context.Context, conn *nats.Conn) ([]string, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, outside)
	defer cancel()
	var names []string
	list := js.StreamNames(ctx)
	for name := range list.Name() {
		if strings.HasPrefix(name, "BUA_") || strings.HasPrefix(name, "KV_bua-") {
			names = append(names, name)
		}
	}
	if list.Err() != nil {
		return nil, fmt.Errorf("the streams cannot be listed: %w", list.Err())
	}
	slices.Sort(names)
	if i := slices.Index(names, sharedStream); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, sharedStream)
	}
	return names, nil
}

// snapshot writes one stream to a file. The server sends it in parts, some of
// which it wants to hear about before it goes on.
func snapshot(ctx context.Context, conn *nats.Conn, name, dir string) (BackedUp, error) {
	b := BackedUp{Name: name, File: name + ".s2"}
	inbox := conn.NewRespInbox()
	sub, err := conn.SubscribeSync(inbox)
	if err != nil {
		return b, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := sub.SetPendingLimits(-1, -1); err != nil {
		return b, err
	}
	var answer struct {
		Error  *apiError       `json:"error"`
		Config json.RawMessage `json:"config"`
		State  json.RawMessage `json:"state"`
	}
	ask := map[string]any{"deliver_subject": inbox, "no_consumers": true, "chunk_size": 64 << 10, "jsck": true}
	if err := api(ctx, conn, "STREAM.SNAPSHOT."+name, ask, &answer); err != nil {
		return b, err
	}
	if answer.Error != nil {
		return b, answer.Error
	}
	b.Config, b.State = answer.Config, answer.State
	file, err := os.OpenFile(filepath.Join(dir, b.File), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return b, err
	}
	defer file.Close()
	sum := sha256.New()
	for {
		part, err := next(ctx, sub)
		if err != nil {
			return b, err
		}
		if len(part.Data) == 0 {
			if status := part.Header.Get("Status"); status != "" && status != "204" {
				return b, fmt.Errorf("the server gave up: %s %s", status, part.Header.Get("Description"))
			}
			break
		}
		if part.Reply != "" {
			if err := part.Respond(nil); err != nil {
				return b, err
			}
		}
		n, err := io.MultiWriter(file, sum).Write(part.Data)
		if err != nil {
			return b, err
		}
		b.Bytes += int64(n)
	}
	b.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return b, file.Sync()
}

func next(ctx context.Context, sub *nats.Subscription) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotPatience)
	defer cancel()
	return sub.NextMsgWithContext(ctx)
}

// api asks JetStream for something that its client has no call for.
func api(ctx context.Context, conn *nats.Conn, what string, ask, answer any) error {
	data, err := json.Marshal(ask)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, snapshotPatience)
	defer cancel()
	reply, err := request(ctx, conn, "$JS.API."+what, data)
	if err != nil {
		return err
	}
	return json.Unmarshal(reply.Data, answer)
}

// request asks until somebody is there to answer. The servers of a cluster hear of
// a new subject one after another, and what nobody was there for has come nowhere.
func request(ctx context.Context, conn *nats.Conn, subject string, data []byte) (*nats.Msg, error) {
	for {
		reply, err := conn.RequestWithContext(ctx, subject, data)
		if !errors.Is(err, nats.ErrNoResponders) {
			return reply, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// apiError is what JetStream answers when it refuses.
type apiError struct {
	Code        int    `json:"err_code"`
	Description string `json:"description"`
}

func (e *apiError) Error() string { return "NATS refuses: " + e.Description }
