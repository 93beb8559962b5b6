package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// words are the tasks for somebody who works by hand, or for a model at a shell: what a
// person would ask for, and nothing of how it is done.
var words = []struct{ task, ask string }{
	{"django/log in and add a group", "Log in as root with the password pa55-word and add a group called Cooks."},
	{"django/take rights away", "The user ada shall no longer be allowed into this admin site. Keep the account. (root, pa55-word)"},
	{"django/give a permission by two lists", "Let the group Bakers add users, and nothing else. (root, pa55-word)"},
	{"adminer/log in and rename a column", "Rename the column price of the table goods to cost."},
	{"adminer/edit a row", "The tea in the table goods is green tea: correct its name."},
	{"roundcube/reply to a mail", "Log in (" + mailUser + ", " + mailWord + "). Bob has asked whether we come to his picnic: answer him \"I shall come.\""},
	{"roundcube/make a folder", "Make a mail folder called Garden. (" + mailUser + ", " + mailWord + ")"},
	{"node-red/rename a tab", "Call the flow Heating instead of Flow 1, and deploy it."},
	{"elfinder/rename a file by its menu", "Rename plan.txt in Home to dream.txt."},
	{"tinymce/a table by its grid", "Put a table of two rows and two columns under the text, and publish it."},
	{"antd/edit in a dialog", "Among the guests, Ada's full name is Ada Byron: correct it."},
	{"primevue/choose two tags", "Tag the task with Green and Grey, and save it."},
	{"mui/answer a dialog", "Cancel the order; the reason is \"too dear\"."},
	{"fullcalendar/move an event", "The dentist is on the 26th of March instead: move the appointment."},
	{"sortable/delete what hovering shows", "Delete the card \"Make a plan\"."},
	{"tabulator/edit a cell", "Part 3 is called Bolt now: correct it in the table."},
}

// byHand brings up the applications of those tasks, prints each task with its address, and
// judges the one that is asked for, until ctx ends.
func (s *setting) byHand(ctx context.Context) error {
	if err := s.absolute(); err != nil {
		return err
	}
	places, judges := map[string]*place{}, make([]func() error, len(words))
	for _, app := range applications() {
		for i, w := range words {
			name, ok := strings.CutPrefix(w.task, app.name+"/")
			if !ok || !s.only.MatchString(w.task) {
				continue
			}
			p := places[app.name]
			if p == nil {
				var done func()
				var err error
				if p, done, err = s.place(ctx, app, io.Discard); err != nil {
					return fmt.Errorf("%s: %w", app.name, err)
				}
				defer done()
				places[app.name] = p
			}
			for _, t := range app.tasks {
				if t.name == name {
					judges[i] = func() error { return t.judge(ctx, p) }
					fmt.Printf("%d %s: %s\n", i+1, p.url(t.path), w.ask)
				}
			}
			if judges[i] == nil {
				return fmt.Errorf("there is no task %s", w.task)
			}
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("GET http://%s/N judges task N. An interrupt ends all.\n", l.Addr())
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil || n < 1 || n > len(judges) || judges[n-1] == nil {
			http.Error(w, "there is no such task", http.StatusNotFound)
			return
		}
		said := "solved"
		if err := judges[n-1](); err != nil {
			said = "not solved: " + err.Error()
		}
		_, _ = fmt.Fprintln(w, said)
	})}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return nil
}

// absolute makes the paths of the setting absolute, since programs run in folders of their own.
func (s *setting) absolute() error {
	for _, path := range []*string{&s.binary, &s.modules, &s.debian} {
		if *path == "" {
			continue
		}
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	return nil
}

// place brings an application up in a new folder; done takes both away.
func (s *setting) place(ctx context.Context, app application, log io.Writer) (p *place, done func(), err error) {
	dir, err := os.MkdirTemp("", "bua-apps-")
	if err != nil {
		return nil, nil, err
	}
	p = &place{dir: filepath.Join(dir, "app"), modules: s.modules, debian: s.debian, log: log}
	done = func() {
		p.close()
		_ = os.RemoveAll(dir)
	}
	if p.port, err = freePort(); err == nil {
		err = os.MkdirAll(p.dir, 0o755)
	}
	if err == nil {
		err = app.start(ctx, p)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return p, done, nil
}
