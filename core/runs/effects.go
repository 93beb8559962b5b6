package runs

import (
	"context"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/session"
)

// maxText bounds each text of a page that the journal keeps. The model reads less.
const maxText = 200_000

// started is the event that a run begins with.
func (r *run) started() agent.Event {
	h, w := &r.head, &r.head.Wanted
	var grants []risk.Grant
	for _, g := range w.Grants {
		grants = append(grants, risk.Grant{Sites: []string{g.Site}, Sinks: g.Sinks})
	}
	name, zone := "", schedule.Zone{}
	if r.runs.where != nil {
		name, zone = r.runs.where(r.runs.clock.Now())
	}
	return agent.Event{Type: agent.Started, Sites: risk.Sites(r.runs.names, w.Task), Run: &agent.Run{Task: w.Task, Mode: w.Mode, TabID: h.Tab, URL: h.URL, Title: h.Title,
		Window: h.Window, Local: h.Local, Vision: h.Vision, Tier: tools.Pick(h.Window, h.Local), Grants: grants,
		Adapters: r.sites, AllowAPI: w.AllowAPI, Confirm: w.Confirm, Job: h.Job, Secrets: r.runs.secrets(h.User), ZoneName: name, Zone: zone,
		Limits: budget.Limits{Steps: w.Steps, Tokens: w.Tokens, Money: w.Money, MS: int64(w.Seconds) * 1000}}}
}

// current finds the tab that the person looks at.
func (r *run) current(ctx context.Context) (protocol.Tab, error) {
	list, err := r.tabs(ctx)
	if err != nil {
		return protocol.Tab{}, err
	}
	list = slices.DeleteFunc(list, func(t protocol.Tab) bool { return !t.Active || t.Domain == session.Blank })
	numbers := ""
	for _, t := range list {
		numbers += " " + strconv.Itoa(t.TabID)
	}
	switch len(list) {
	case 1:
		return list[0], nil
	case 0:
		return protocol.Tab{}, protocol.NewError(protocol.CodeTabNotFound, "the browser tells of no tab that you look at and an agent may touch: name its number"+listed).NotDone()
	}
	return protocol.Tab{}, protocol.NewError(protocol.CodeInvalidAction, "there are several windows, with these tabs in front:"+numbers+"; name one by its number").NotDone()
}

// schedule adds a job to the schedule.
func (r *run) schedule(ctx context.Context, f agent.Plan) {
	e := agent.Event{Type: agent.Planned, ID: f.ID, Code: protocol.CodeInvalidAction, Text: "no schedule is kept here: use schedule_resume, or tell the person"}
	if r.runs.plan != nil {
		e.Code, e.Text = "", ""
		if err := r.runs.plan(r.head.User, r.head, f.Job); err != nil {
			p := protocol.AsError(err)
			e.Code, e.Text = p.Code, p.Message
		}
	}
	if ctx.Err() == nil {
		r.post(e)
	}
}

// model is what the run asks, which is opened anew after a restart.
func (r *run) model(ctx context.Context) (*Opened, error) {
	r.mu.Lock()
	o := r.opened
	r.mu.Unlock()
	if o != nil {
		return o, nil
	}
	opened, err := r.runs.models(ctx, r.head.Model)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.opened = &opened
	return &opened, nil
}

// ask asks the model.
func (r *run) ask(ctx context.Context, f agent.Ask) {
	e := agent.Event{Type: agent.Answered, ID: f.ID}
	opened, err := r.model(ctx)
	if err == nil {
		err = r.runs.spending.check(r.runs.clock.Now(), opened.Price)
	}
	if err == nil {
		var answer chat.Answer
		silence := r.listen(opened.Name)
		answer, err = opened.Model.Chat(ctx, r.shown(f.Request), silence.heard(r.pieces))
		silence.end()
		used, _ := budget.Usage(&f.Request, &answer)
		e.Answer, e.Cost = &answer, opened.Price.Cost(used)
		r.runs.spending.add(r.runs.clock.Now(), opened.Name, e.Cost)
	}
	if ctx.Err() != nil {
		return // nobody waits for it any more
	}
	if err != nil {
		fault := asFault(err)
		if fault == nil {
			r.runs.log.Error("a model failed without a code", r.head.ID, err)
			fault = &chat.Fault{Code: chat.CodeNonsense, Text: "The model could not be asked; bua's log says why."}
		}
		r.mu.Lock()
		r.opened = nil // the person may mend it: another key, a model that is loaded anew
		r.mu.Unlock()
		e = agent.Event{Type: agent.Faulted, ID: f.ID, Fault: fault}
	}
	r.post(e)
}

// pieces tells the watchers of an answer on its way.
func (r *run) pieces(d chat.Delta) {
	switch {
	case d.Again:
		r.tellNow(Update{Type: Again})
	case d.Text != "":
		r.tellNow(Update{Type: Thinking, Text: d.Text})
	case d.Reasoning != "":
		r.tellNow(Update{Type: Reasoning, Text: d.Reasoning})
	}
}

// shown is a request with its pictures. One that is there no more is left out.
func (r *run) shown(q chat.Request) chat.Request {
	for i := range q.Messages {
		if len(q.Messages[i].Pictures) == 0 {
			continue
		}
		list := append([]chat.Message(nil), q.Messages...)
		pictures := []chat.Picture{}
		for _, p := range list[i].Pictures {
			data, err := r.runs.pictures.Picture(r.head.ID, p.ID)
			if err != nil || data == nil {
				continue
			}
			p.Data = base64.StdEncoding.EncodeToString(data)
			pictures = append(pictures, p)
		}
		list[i].Pictures = pictures
		q.Messages = list
	}
	return q
}

// act carries out an action.
func (r *run) act(ctx context.Context, f agent.Act) {
	if h, ok := f.Action.(protocol.Help); ok {
		r.handOver(ctx, f, h)
		return
	}
	e := agent.Event{Type: agent.Acted, ID: f.ID}
	result, err := protocol.Result(nil), r.takes(ctx, f.Action.Tab())
	if err == nil {
		result, err = r.runs.browser.Do(ctx, r.place(), f.Action, May{Reads: r.head.Wanted.Mode == agent.ModeAsk, Site: f.Site, Sinks: f.May})
	}
	if ctx.Err() != nil {
		return
	}
	held, is := protocol.As[*NotAllowed](err)
	switch {
	case is:
		r.post(agent.Event{Type: agent.Held, ID: f.ID, Facts: &held.Facts})
		return
	case err != nil:
		p := protocol.AsError(err)
		e.Code, e.Text, e.Outcome = p.Code, p.Message, p.Outcome
	default:
		r.fill(&e, result)
	}
	if lost, is := r.lost(ctx, f.Action.Tab(), err); is {
		lost.Outcome = e.Outcome
		e = lost
	}
	if ctx.Err() == nil {
		r.post(e)
	}
}

// takes gives the run a tab, unless it was told to stop meanwhile: then it has given all back.
func (r *run) takes(ctx context.Context, tab int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return r.runs.leases.take(r.place(), tab)
}

// fill writes a result into an event, without what the journal has no room for.
func (r *run) fill(e *agent.Event, result protocol.Result) {
	switch x := result.(type) {
	case protocol.ExtractResult:
		x.Text, x.Markdown = scan.Clip(x.Text, maxText), scan.Clip(x.Markdown, maxText)
		result = x
	case protocol.ScreenshotResult:
		e.Picture = r.keep(x.DataURL, strconv.Itoa(e.ID))
		x.DataURL = ""
		result = x
	}
	e.Result = protocol.AppendResult(nil, result)
}

// keep stores a picture beside the journal. One that cannot be stored is not shown.
func (r *run) keep(dataURL, name string) *chat.Picture {
	_, text, _ := strings.Cut(dataURL, ",")
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data) == 0 || len(data) > maxEntry {
		return nil
	}
	width, height := sizeOf(data)
	if width == 0 || height == 0 {
		return nil
	}
	if err := r.runs.pictures.PutPicture(r.head.ID, name, data); err != nil {
		r.runs.log.Warn("a picture could not be kept", r.head.ID, err)
		return nil
	}
	return &chat.Picture{ID: name, MIME: "image/jpeg", Width: width, Height: height}
}
