package agent

// Basing reports whether a run reads the page by itself before an act.
func (s *State) Basing() bool { return s.wait == baseline }
