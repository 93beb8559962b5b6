package gen

import (
	"fmt"
	"slices"
)

// seams is what the extension's boundaries are declared as.
type seams struct {
	house                   *house
	calls, events, messages []*exchange
	panel                   []*exchange // what a panel may ask of the backend
	local                   []*exchange // what the agent in the browser asks of its document
	keys                    []*key
	read, write             map[string][]*exchange // by package: structs that are read or written by themselves
}

// loadSeams reads the declarations below root.
func loadSeams(root string) (*seams, error) {
	s := &seams{house: &house{root, map[string]*loader{}}, read: map[string][]*exchange{}, write: map[string][]*exchange{}}
	for _, of := range []struct {
		into      *[]*exchange
		pkg, kind string
	}{
		{&s.calls, "chrome", "call"}, {&s.events, "worker", "event"}, {&s.messages, "worker", "message"}, {&s.panel, "panel", "panel"}, {&s.local, "local", "call"},
	} {
		list, err := s.house.exchanges(of.pkg, of.kind)
		if err != nil {
			return nil, err
		}
		*of.into = list
	}
	for _, pkg := range []string{"chrome", "worker"} {
		for kind, into := range map[string]map[string][]*exchange{"read": s.read, "write": s.write} {
			list, err := s.house.exchanges(pkg, kind)
			if err != nil {
				return nil, err
			}
			into[pkg] = list
		}
	}
	keys, err := s.house.keys("session", "link", "dispatch", "chrome")
	if err != nil {
		return nil, err
	}
	s.keys = keys
	return s, s.check()
}

// check refuses a name that two declarations have.
func (s *seams) check() error {
	for _, list := range [][]*exchange{s.calls, s.events, s.messages, s.panel, s.local} {
		seen := map[string]string{}
		for _, x := range list {
			for _, name := range x.names {
				if other := seen[name]; other != "" {
					return fmt.Errorf("%s and %s have one name, %s", other, x.name, name)
				}
				seen[name] = x.name
			}
		}
	}
	return nil
}

// shapes writes the readers and writers of structs that are none of an exchange's.
func (w *goWriter) shapes(s *seams) error {
	for _, x := range s.write[w.pkg] {
		if err := w.appender(x.shape); err != nil {
			return err
		}
	}
	for _, x := range s.read[w.pkg] {
		if err := w.reader(x.shape); err != nil {
			return err
		}
	}
	return nil
}

// chromeCodec is wasm/chrome/calls_gen.go.
func chromeCodec(s *seams) ([]byte, error) {
	w := newGoWriter("chrome")
	if err := w.calls(s.house, s.calls); err != nil {
		return nil, err
	}
	if err := w.shapes(s); err != nil {
		return nil, err
	}
	return w.finish()
}

// localCodec is wasm/local/calls_gen.go.
func localCodec(s *seams) ([]byte, error) {
	w := newGoWriter("local")
	if err := w.calls(s.house, s.local); err != nil {
		return nil, err
	}
	return w.finish()
}

// localTypes is contracts/agent.gen.ts.
func localTypes(s *seams) ([]byte, error) {
	w := newTSWriter(s.house)
	w.table("AgentCalls", "What the agent's program asks of its document, by name.", "answer", "object", s.local)
	shapes, err := s.house.reached(s.local, false)
	if err != nil {
		return nil, err
	}
	w.shapes(shapes)
	return w.finish("wasm/local", "What crosses between the agent's program and its document.")
}

// workerCodec is wasm/worker/codec_gen.go.
func workerCodec(s *seams) ([]byte, error) {
	w := newGoWriter("worker")
	if err := w.events(s.events); err != nil {
		return nil, err
	}
	if err := w.messages(s.messages); err != nil {
		return nil, err
	}
	answers, err := s.house.reached(onlyAnswers(s.messages), false)
	if err != nil {
		return nil, err
	}
	for _, shape := range answers {
		if err := w.appender(shape); err != nil {
			return nil, err
		}
	}
	if err := w.shapes(s); err != nil {
		return nil, err
	}
	return w.finish()
}

// onlyAnswers are exchanges that have only their answers.
func onlyAnswers(list []*exchange) (answers []*exchange) {
	for _, x := range list {
		answers = append(answers, &exchange{shape: &shape{}, answer: x.answer})
	}
	return slices.DeleteFunc(answers, func(x *exchange) bool { return x.answer == nil })
}
