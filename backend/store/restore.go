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
	"time"

	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/backend/internal/private"
)

// Restore puts a backup into an outside NATS in which there is nothing of bua's. It
// reads the whole folder first, so that one which is not whole changes nothing. No
// backend may run meanwhile.
func Restore(ctx context.Context, servers *Servers, dir string, log *slog.Logger) (*Backup, error) {
	begun := time.Now()
	b, err := readBackup(dir)
	if err != nil {
		return nil, err
	}
	conn, err := servers.connect("bua restore", log)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	have, err := streams(ctx, conn)
	if err != nil {
		return nil, err
	}
	if len(have) > 0 {
		return nil, fmt.Errorf("%s is in this NATS already: end the backends, and remove what is there (nats stream rm) or take an account that is empty", have[0])
	}
	for _, s := range b.Streams {
		if err := s.restore(ctx, conn, dir); err != nil {
			return nil, fmt.Errorf("%s: %w; what was put back before it has to be removed before the next try", s.Name, err)
		}
	}
	b.Took = time.Since(begun)
	return b, nil
}

// readBackup reads and checks a folder.
func readBackup(dir string) (*Backup, error) {
	data, err := private.Read(filepath.Join(dir, backupFile), maxBackupFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is no backup, or one that did not end: there is no %s in it", dir, backupFile)
	}
	if err != nil {
		return nil, err
	}
	var b Backup
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("%s: is not what bua backup writes", filepath.Join(dir, backupFile))
	}
	if b.Format != backupFormat {
		return nil, fmt.Errorf("%s: format: is %d, this bua reads %d: take the version that wrote it", filepath.Join(dir, backupFile), b.Format, backupFormat)
	}
	for _, s := range b.Streams {
		if s.File != filepath.Base(s.File) {
			return nil, fmt.Errorf("%s: file: must be a name in the same folder", filepath.Join(dir, backupFile))
		}
		if err := s.check(filepath.Join(dir, s.File)); err != nil {
			return nil, err
		}
	}
	return &b, nil
}

// check compares a file with what was written.
func (s BackedUp) check(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != s.SHA256 {
		return fmt.Errorf("%s is not as it was written: take another backup", path)
	}
	return nil
}

// restore makes one stream again, with as many copies as it had, or one where the
// servers are too few: backends add copies where they can.
func (s BackedUp) restore(ctx context.Context, conn *nats.Conn, dir string) error {
	to, err := s.begin(ctx, conn, s.Config)
	var refused *apiError
	if errors.As(err, &refused) && tooFew(refused.Code) {
		config := map[string]json.RawMessage{}
		if err := json.Unmarshal(s.Config, &config); err != nil {
			return err
		}
		config["num_replicas"] = []byte("1")
		one, err := json.Marshal(config)
		if err != nil {
			return err
		}
		if to, err = s.begin(ctx, conn, one); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	file, err := os.Open(filepath.Join(dir, s.File))
	if err != nil {
		return err
	}
	defer file.Close()
	part := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(file, part)
		if n > 0 {
			if err := send(ctx, conn, to, part[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return send(ctx, conn, to, nil) // it now makes the stream of it
		}
		if err != nil {
			return err
		}
	}
}

// begin asks for a stream to be made of what is sent to the subject.
func (s BackedUp) begin(ctx context.Context, conn *nats.Conn, config json.RawMessage) (subject string, err error) {
	var answer struct {
		Error   *apiError `json:"error"`
		Deliver string    `json:"deliver_subject"`
	}
	err = api(ctx, conn, "STREAM.RESTORE."+s.Name, map[string]any{"config": config, "state": s.State}, &answer)
	if err == nil && answer.Error != nil {
		err = answer.Error
	}
	return answer.Deliver, err
}

// send sends a part, or with no data says that there is no more.
func send(ctx context.Context, conn *nats.Conn, to string, part []byte) error {
	ctx, cancel := context.WithTimeout(ctx, snapshotPatience)
	defer cancel()
	reply, err := request(ctx, conn, to, part)
	if err != nil {
		return err
	}
	var answer struct {
		Error *apiError `json:"error"`
	}
	if len(reply.Data) > 0 && json.Unmarshal(reply.Data, &answer) == nil && answer.Error != nil {
		return answer.Error
	}
	return nil
}
