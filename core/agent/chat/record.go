package chat

import "github.com/zapvol/bua/core/record"

// Fields writes and reads a message.
func (m *Message) Fields(p *record.Pass) {
	record.Str(p, "role", &m.Role)
	record.Str(p, "text", &m.Text)
	record.List(p, "pictures", &m.Pictures)
	record.List(p, "calls", &m.Calls)
	record.Str(p, "callId", &m.CallID)
	p.Bool("failed", &m.Failed)
	record.Str(p, "opaque", &m.Opaque)
	record.Str(p, "provider", &m.Provider)
}

// Fields writes and reads a picture without its bytes.
func (i *Picture) Fields(p *record.Pass) {
	record.Str(p, "id", &i.ID)
	record.Str(p, "mime", &i.MIME)
	p.Int("width", &i.Width)
	p.Int("height", &i.Height)
}

// Fields writes and reads a call.
func (c *Call) Fields(p *record.Pass) {
	record.Str(p, "id", &c.ID)
	record.Str(p, "name", &c.Name)
	record.Str(p, "arguments", &c.Arguments)
}

// Fields writes and reads a tool.
func (t *Tool) Fields(p *record.Pass) {
	record.Str(p, "name", &t.Name)
	record.Str(p, "description", &t.Description)
	record.Str(p, "schema", &t.Schema)
}

// Fields writes and reads an answer.
func (a *Answer) Fields(p *record.Pass) {
	p.Nest("message", &a.Message)
	record.Str(p, "end", &a.End)
	p.Nest("usage", &a.Usage)
	record.Str(p, "model", &a.Model)
}

// Fields writes and reads what an answer cost.
func (u *Usage) Fields(p *record.Pass) {
	p.Int("in", &u.In)
	p.Int("cachedIn", &u.CachedIn)
	p.Int("writtenIn", &u.WrittenIn)
	p.Int("out", &u.Out)
	p.Int("reasoning", &u.Reasoning)
}

// Fields writes and reads why no answer came.
func (f *Fault) Fields(p *record.Pass) {
	record.Str(p, "code", &f.Code)
	record.Str(p, "text", &f.Text)
	p.Int("after", &f.After)
}
