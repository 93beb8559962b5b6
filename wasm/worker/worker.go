package worker

import (
	"bytes"
	"context"
	"time"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// Clock is the port to time.
type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Config says what a worker works with.
type Config struct {
	Host       Host
	Clock      Clock
	Dispatcher Dispatcher
	CDP        CDPEvents
	// Rand returns 32 random bits that spread reconnects.
	Rand func() uint32
}

// Worker is one life of the core.
type Worker struct {
	Config
	links    lane
	browser  lane
	requests requests
	pool     workerPool
	// ready is closed when storage has been read: a page that woke the worker
	// is answered after that.
	ready chan struct{}

	// state, timer and updateBy belong to the lane links. updateBy is when a
	// waiting update is installed at the latest, 0 when none waits.
	state    link.State
	server   string // the backend that the gate knows of
	stop     func() bool
	updateBy int64
	panels   panels
}

// New makes a worker that has not started.
func New(c Config) *Worker {
	return &Worker{Config: c, requests: requests{running: map[string]context.CancelFunc{}}, ready: make(chan struct{})}
}

// Start reads what storage holds and begins to connect. It returns at once.
func (w *Worker) Start() {
	w.browser.put(func() {
		// An unreadable storage leaves the gate closed: the dispatcher says so
		// itself when it is asked.
		_ = w.Dispatcher.Start(context.Background())
		w.started()
		close(w.ready)
	})
}

// started tells the link what there is.
func (w *Worker) started() {
	ctx := context.Background()
	s := link.Started{}
	if about, err := chrome.AskAbout(ctx, w.Host); err == nil {
		s.Client = link.Client{ExtensionID: about.ID, Version: about.Version, Browser: about.Browser, DeviceName: about.Browser}
	}
	store := chrome.Store{Host: w.Host}
	s.Config, _ = store.Get(ctx, session.Local, link.KeyConfig)
	s.Rejected, _ = store.Get(ctx, session.Run, link.KeyRejected)
	s.Orders = w.orders(ctx)
	s.Bootstrap, _ = chrome.AskBootstrap(ctx, w.Host)
	w.step(s)
}

// Deliver takes what the browser tells unasked. It never blocks.
func (w *Worker) Deliver(kind Kind, id int, data []byte) {
	switch kind {
	case KindEvent:
		head, line, _ := bytes.Cut(data, []byte{'\n'})
		w.event(head, line)
	case KindOpened:
		w.step(link.Opened{Conn: id})
	case KindText:
		if len(data) == 0 {
			data = nil
		}
		w.step(link.Text{Conn: id, Data: data})
	case KindClosed:
		how, _ := readClosing(data)
		w.step(link.Closed{Conn: id, Code: how.Code, Reason: how.Reason})
	}
}
