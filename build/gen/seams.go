package gen

import "slices"

// seams is what the extension's boundaries are declared as.
type seams struct {
	house                   *house
	calls, events, messages []*exchange
	panel                   []*exchange // what a panel may ask of the backend
	local                   []*exchange // what the agent in the browser asks of its document
	keys                    []*key
}

// seams reads the declarations, and refuses a name that two have.
func (h *house) seams() *seams {
	s := &seams{h, h.declared("chrome", "call"), h.declared("worker", "event"), h.declared("worker", "message"),
		h.declared("panel", "panel"), h.declared("local", "call"), h.keys("session", "link", "dispatch", "chrome")}
	for _, list := range [][]*exchange{s.calls, s.events, s.messages, s.panel, s.local} {
		seen := map[string]string{}
		for _, x := range list {
			for _, name := range x.names {
				if other := seen[name]; other != "" {
					refuse("%s and %s have one name, %s", other, x.name, name)
				}
				seen[name] = x.name
			}
		}
	}
	return s
}

// shapes writes the readers and writers of structs that are none of an exchange's.
func (w *goWriter) shapes(h *house) []byte {
	for _, x := range h.declared(w.pkg, "write") {
		w.appender(x.shape)
	}
	for _, x := range h.declared(w.pkg, "read") {
		w.reader(x.shape)
	}
	return w.finish()
}

// chromeCodec is wasm/chrome/calls_gen.go.
func chromeCodec(s *seams) []byte {
	w := newGoWriter("chrome")
	w.calls(s.house, s.calls)
	return w.shapes(s.house)
}

// localCodec is wasm/local/calls_gen.go.
func localCodec(s *seams) []byte {
	w := newGoWriter("local")
	w.calls(s.house, s.local)
	return w.finish()
}

// localTypes is contracts/agent.gen.ts.
func localTypes(s *seams) []byte {
	w := newTSWriter(s.house, "")
	w.table("AgentCalls", "What the agent's program asks of its document, by name.", "answer", "object", s.local)
	w.shapes(s.house.reached(s.local, false))
	return w.finish("wasm/local", "What crosses between the agent's program and its document.")
}

// workerCodec is wasm/worker/codec_gen.go.
func workerCodec(s *seams) []byte {
	w := newGoWriter("worker")
	w.events(s.events)
	w.messages(s.messages)
	for _, shape := range s.house.reached(onlyAnswers(s.messages), false) {
		w.appender(shape)
	}
	return w.shapes(s.house)
}

// onlyArguments are exchanges that have no answers.
func onlyArguments(list []*exchange) (arguments []*exchange) {
	for _, x := range list {
		arguments = append(arguments, &exchange{shape: x.shape})
	}
	return arguments
}

// onlyAnswers are exchanges that have only their answers.
func onlyAnswers(list []*exchange) (answers []*exchange) {
	for _, x := range list {
		answers = append(answers, &exchange{shape: &shape{}, answer: x.answer})
	}
	return answers
}

// panelTypes is contracts/panel.gen.ts: what a panel may ask of the backend.
func panelTypes(s *seams) []byte {
	w := newTSWriter(s.house, "")
	once := which(s.panel, func(x *exchange) bool { return !x.has("streams") })
	again := which(s.panel, func(x *exchange) bool { return x.has("streams") })
	w.table("PanelCalls", "Every question of a panel to the backend, its arguments and its answer.", "ok", "Record<string, never>", once)
	w.table("PanelStreams", "Those that are answered again and again.", "told", "Record<string, never>", again)
	// The arguments stand in the tables.
	w.shapes(slices.DeleteFunc(s.house.reached(s.panel, false), func(one *shape) bool {
		return slices.ContainsFunc(s.panel, func(x *exchange) bool { return x.shape.name == one.name })
	}))
	return w.finish("core/panel", "What the extension's panels may ask of the backend, and what they are shown.")
}

// stateTypes writes what the worker tells the extension's pages: State of
// wasm/worker with whatever it refers to there, and the link's modes. Types of
// the wire are imported from its own file.
func stateTypes(h *house) []byte {
	w := newTSWriter(h, "worker")
	for _, one := range h.from("worker", []string{"State"}) {
		w.tsStruct(one, "")
	}
	return w.finish("wasm/worker and core/link", "What the worker tells the extension's pages.")
}
