package gen

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
