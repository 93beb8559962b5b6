package runs

import "github.com/zapvol/bua/core/internal/record"

// headed is how a head is written.
type headed struct{ Head Head }

// Fields writes and reads it.
func (h *headed) Fields(p *record.Pass) { p.Nest("head", &h.Head) }

// viewed reads how a run stands from its note.
func viewed(note []byte) (v View, ok bool) {
	ok = record.Read(note, &v)
	return v, ok
}

// Fields writes and reads what is wanted.
func (w *Wanted) Fields(p *record.Pass) {
	record.Str(p, "task", &w.Task)
	record.Str(p, "mode", &w.Mode)
	record.Str(p, "url", &w.URL)
	p.Int("tab", &w.Tab)
	p.Bool("current", &w.Current)
	record.Str(p, "model", &w.Model)
	record.Str(p, "device", &w.Device)
	p.Int("steps", &w.Steps)
	p.Int("tokens", &w.Tokens)
	p.Long("money", &w.Money)
	p.Int("seconds", &w.Seconds)
	record.List(p, "grants", &w.Grants)
	p.Bool("confirm", &w.Confirm)
	p.Bool("allowApi", &w.AllowAPI)
}

// Fields writes and reads a grant.
func (g *Grant) Fields(p *record.Pass) {
	record.Str(p, "site", &g.Site)
	record.Strs(p, "sinks", &g.Sinks)
}

// Fields writes and reads a head.
func (h *Head) Fields(p *record.Pass) {
	record.Str(p, "id", &h.ID)
	record.Str(p, "user", &h.User)
	p.Long("created", &h.Created)
	p.Nest("wanted", &h.Wanted)
	record.Str(p, "model", &h.Model)
	p.Int("window", &h.Window)
	p.Bool("local", &h.Local)
	p.Bool("vision", &h.Vision)
	record.Str(p, "job", &h.Job)
	p.Int("tab", &h.Tab)
	record.Str(p, "url", &h.URL)
	record.Str(p, "title", &h.Title)
}

// Fields writes and reads what was used up.
func (u *Used) Fields(p *record.Pass) {
	p.Int("steps", &u.Steps)
	p.Int("in", &u.In)
	p.Int("cachedIn", &u.CachedIn)
	p.Int("out", &u.Out)
	p.Long("money", &u.Money)
	p.Long("ms", &u.MS)
	p.Bool("guessed", &u.Guessed)
}

// Fields writes and reads a question.
func (q *Question) Fields(p *record.Pass) {
	p.Int("id", &q.ID)
	record.Str(p, "text", &q.Text)
	record.Str(p, "sink", &q.Sink)
	record.Str(p, "site", &q.Site)
	record.Str(p, "to", &q.To)
	record.Str(p, "what", &q.What)
	record.Str(p, "leaves", &q.Leaves)
	p.Bool("help", &q.Help)
	p.Bool("single", &q.Single)
	record.Str(p, "covers", &q.Covers)
}

// Fields writes and reads how a run stands.
func (v *View) Fields(p *record.Pass) {
	record.Str(p, "id", &v.ID)
	record.Str(p, "user", &v.User)
	record.Str(p, "task", &v.Task)
	record.Str(p, "mode", &v.Mode)
	record.Str(p, "model", &v.Model)
	record.Str(p, "status", &v.Status)
	record.Str(p, "code", &v.Code)
	record.Str(p, "summary", &v.Summary)
	p.Long("created", &v.Created)
	p.Long("updated", &v.Updated)
	p.Int("tab", &v.Tab)
	record.Str(p, "url", &v.URL)
	p.Nest("used", &v.Used)
	record.Maybe(p, "question", &v.Question)
	record.Str(p, "trouble", &v.Trouble)
	record.Str(p, "job", &v.Job)
}
