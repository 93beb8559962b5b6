package gen

import "slices"

// panelTypes is contracts/panel.gen.ts: what a panel may ask of the backend.
func panelTypes(s *seams) []byte {
	w := newTSWriter(s.house, "")
	streams := func(x *exchange) bool { return x.has("streams") }
	once, again := slices.DeleteFunc(slices.Clone(s.panel), streams), slices.DeleteFunc(slices.Clone(s.panel), func(x *exchange) bool { return !streams(x) })
	w.table("PanelCalls", "Every question of a panel to the backend, its arguments and its answer.", "ok", "Record<string, never>", once)
	w.table("PanelStreams", "Those that are answered again and again.", "told", "Record<string, never>", again)
	// The arguments stand in the tables.
	w.shapes(slices.DeleteFunc(s.house.reached(s.panel, false), func(one *shape) bool {
		return slices.ContainsFunc(s.panel, func(x *exchange) bool { return x.shape.name == one.name })
	}))
	return w.finish("core/panel", "What the extension's panels may ask of the backend, and what they are shown.")
}
