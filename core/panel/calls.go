package panel

import (
	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

// What a panel may ask. Each struct with a line //bua:panel is one call with its
// arguments; answers= is what comes back, for one with streams again and again until the
// call ends or the panel cancels it. An unknown member of the arguments is refused: the
// panel may rely on it.

// Call is one of them. Sealed: the variants are in this file.
type Call interface{ call() }

// About asks what this backend can do for a panel.
//
//bua:panel about answers=Abilities
type About struct{}

// Runs asks for the runs, the newest first.
//
//bua:panel runs answers=[]runs.View
type Runs struct{}

// Start begins a run in the panel's browser.
//
//bua:panel start answers=runs.View
type Start struct {
	Task string     `json:"task"`
	Mode agent.Mode `json:"mode"`
	// Model is PROVIDER/MODEL, "" for the default.
	Model string `json:"model"`
	// Tab is one of the person's to work in; or URL is where a tab of the agent's own
	// begins. With neither it begins without one.
	Tab int    `json:"tab,omitempty"`
	URL string `json:"url,omitempty"`
}

// Watch tells what happened in a run behind an entry of its journal, and then what
// happens.
//
//bua:panel watch answers=runs.Update streams
type Watch struct {
	Run    string `json:"run"`
	Behind int    `json:"behind"`
}

// Say gives a run the person's word: the answer to a question, or with 0 something that
// it heeds.
//
//bua:panel say answers=true
type Say struct {
	Run      string `json:"run"`
	Question int    `json:"question"`
	Text     string `json:"text"`
}

// Decide answers whether a run may do what it asks about: once, or until it ends.
//
//bua:panel decide answers=true
type Decide struct {
	Run      string `json:"run"`
	Question int    `json:"question"`
	Yes      bool   `json:"yes"`
	Once     bool   `json:"once"`
}

// Pause keeps a run from going on; what is under way is let end.
//
//bua:panel pause answers=true
type Pause struct {
	Run string `json:"run"`
}

// Resume goes on with a run that is paused or has ended, with so many more steps.
//
//bua:panel resume answers=true
type Resume struct {
	Run   string `json:"run"`
	Steps int    `json:"steps"`
}

// Stop ends a run, and what it has under way.
//
//bua:panel stop answers=true
type Stop struct {
	Run string `json:"run"`
}

// CloseTabs closes the tabs that a run which has ended has opened and left.
//
//bua:panel closeTabs answers=true
type CloseTabs struct {
	Run string `json:"run"`
}

// Remove forgets a run that has ended.
//
//bua:panel remove answers=true
type Remove struct {
	Run string `json:"run"`
}

// Needs tells what the person should know of, at once and whenever that changes:
// all of it each time. The extension's worker asks it, for when no panel is open.
//
//bua:panel needs answers=[]Need streams
type Needs struct{}

// Export tells a run's journal as text, piece by piece.
//
//bua:panel export answers=string streams
type Export struct {
	Run string `json:"run"`
}

// Jobs asks for the planned tasks, the newest first.
//
//bua:panel jobs answers=[]Job
type Jobs struct{}

// Plan plans what a run was told to do, again and again: with the same mode, model and
// bounds, in a tab of the agent's own that begins where that run did.
//
//bua:panel plan answers=Job
type Plan struct {
	Run string `json:"run"`
	// Time is a time of day such as 09:00, on Days such as mon-fri, "" for each day.
	Time string `json:"time"`
	Days string `json:"days,omitempty"`
}

// TellJob lets a planned task wait, go on, or run now.
//
//bua:panel tellJob answers=true
type TellJob struct {
	Job  string  `json:"job"`
	Word JobWord `json:"word"`
}

// RemoveJob forgets a planned task, and ends its run.
//
//bua:panel removeJob answers=true
type RemoveJob struct {
	Job string `json:"job"`
}

// Planned asks whether planned tasks run at all.
//
//bua:panel planned answers=Switched
type Planned struct{}

// SwitchJobs lets all planned tasks rest, or run again.
//
//bua:panel switchJobs answers=true
type SwitchJobs struct {
	On bool `json:"on"`
}

// Spending asks what models were paid for, and what bounds it.
//
//bua:panel spending answers=Paid
type Spending struct{}

// SetCaps bounds what models with a known price may cost, in millionths of a dollar; 0 is
// no bound.
//
//bua:panel setCaps answers=true
type SetCaps struct {
	Run   int64 `json:"run"`
	Day   int64 `json:"day"`
	Month int64 `json:"month"`
}

// Look asks which servers of models answer on this machine.
//
//bua:panel look answers=[]Found
type Look struct{}

// ListModels asks a provider which models it has, with the key that is given or else the one
// that is stored. Nothing is kept. The answer is empty where the provider gives out no list.
//
//bua:panel listModels answers=[]string
type ListModels struct {
	// Provider is its name, "" with Base.
	Provider string `json:"provider"`
	Key      string `json:"key"`
	// Base is the address of a server of the person's own, which gets no stored key.
	Base string `json:"base,omitempty"`
}

// AddModel adds a model, and its provider's key where one is given. No call answers with
// a key.
//
//bua:panel addModel answers=true
type AddModel struct {
	// Name is PROVIDER/MODEL, with Base the model's alone.
	Name string `json:"name"`
	Key  string `json:"key"`
	// Base is the address of a server of the person's own that speaks Chat Completions.
	Base string `json:"base,omitempty"`
}

// TryModel asks a model one small question, which costs what it costs.
//
//bua:panel tryModel answers=true
type TryModel struct {
	Name string `json:"name"`
}

// ChooseModel makes a model the one that is taken when none is named.
//
//bua:panel chooseModel answers=true
type ChooseModel struct {
	Name string `json:"name"`
}

// RemoveModel forgets a model.
//
//bua:panel removeModel answers=true
type RemoveModel struct {
	Name string `json:"name"`
}

func (About) call()       {}
func (Runs) call()        {}
func (Start) call()       {}
func (Watch) call()       {}
func (Say) call()         {}
func (Decide) call()      {}
func (Pause) call()       {}
func (Resume) call()      {}
func (Stop) call()        {}
func (CloseTabs) call()   {}
func (Remove) call()      {}
func (Needs) call()       {}
func (Export) call()      {}
func (Jobs) call()        {}
func (Plan) call()        {}
func (TellJob) call()     {}
func (RemoveJob) call()   {}
func (Planned) call()     {}
func (SwitchJobs) call()  {}
func (Spending) call()    {}
func (SetCaps) call()     {}
func (Look) call()        {}
func (ListModels) call()  {}
func (AddModel) call()    {}
func (TryModel) call()    {}
func (ChooseModel) call() {}
func (RemoveModel) call() {}

// read makes a call of its arguments.
func read[C Call, P interface {
	*C
	record.Object
}](args []byte) (Call, error) {
	var c C
	other, ok := record.ReadAll(args, P(&c))
	switch {
	case !ok:
		return nil, refused("the arguments are not valid: look at their types in contracts/panel.gen.ts")
	case other != "":
		return nil, refused("the arguments are not valid: there is no " + other + "; what answers is older than the extension, so update it")
	}
	return c, nil
}

// streams reports whether a call is answered again and again.
func streams(c Call) bool {
	switch c.(type) {
	case Watch, Needs, Export:
		return true
	}
	return false
}

func refused(text string) error { return protocol.NewError(protocol.CodeInvalidAction, text).NotDone() }
