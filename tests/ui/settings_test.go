package ui

import (
	"testing"

	"github.com/matryer/is"
)

// TestFirstTasks: three tasks fit the page in front; a press writes one into the field, says
// where it would work, and starts nothing.
func TestFirstTasks(t *testing.T) {
	p := newPage(t)
	for _, row := range []struct{ story, press, mode, place string }{
		{"new task", "example3", "ask", "tab"},                    // a shop
		{"new task", "taskAllPages", "act", "behind"},             //
		{"new task, in this browser", "taskFill", "act", "tab"},   // a form, with what was entered
		{"new task, in this browser", "taskWanted", "ask", "tab"}, //
		{"new task, no page", "taskNews", "act", ""},
	} {
		t.Run(row.story+", "+row.press, func(t *testing.T) {
			is := is.New(t)
			p := p.in(t)
			p.open(story{"sidepanel", row.story}.query())
			p.await(`document.querySelectorAll("[data-task]").length === 3`)
			p.press("[data-task=" + row.press + "]")
			p.await(`document.querySelector(".composer textarea").value === document.querySelector("[data-task=` + row.press + `]").textContent`)
			var chosen []string
			p.eval(`[...document.querySelectorAll(".composer input[type=radio]:checked")].map(e => e.closest("label").title)`, &chosen)
			var now struct{ Mode, Place string }
			p.eval(`(() => { const at = name => { const all = [...document.querySelectorAll("input[name=" + name + "]")]; return all.findIndex(e => e.checked) };
				return {mode: ["ask", "act"][at("mode")], place: ["behind", "tab"][at("place")] ?? ""} })()`, &now)
			is.Equal(now.Mode, row.mode)
			is.Equal(now.Place, row.place)
			is.Equal(len(p.calls()), 0)
		})
	}
}

// TestOwnServer: the address of a server of one's own goes to where the runs live, after the
// browser was asked for that origin alone.
func TestOwnServer(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "models, no keys of one's own"}.query())
	p.await(`!document.querySelector("#ownkey, #modelkey")`) // none can be given
	p.write("#ownbase", "https://llm.example.com/v1")
	p.eval(`document.querySelector("details").open = true`, nil)
	p.press("[data-own]")
	p.says("llm.example.com gives out no list.")
	p.write("#ownmodel", "qwen3")
	p.press("[data-own]")
	p.await("panel.calls.length === 4")
	is.Equal(p.calls(), []string{"allow https://llm.example.com", `listModels {"provider":"","key":"","base":"https://llm.example.com/v1"}`,
		"allow https://llm.example.com", `addModel {"name":"qwen3","key":"","base":"https://llm.example.com/v1"}`})
}

// TestOffered: a model is chosen from the provider's own list. Where that cannot be had its name
// is written, and the panel says what to do; a key that is refused is asked for again first.
func TestOffered(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "models, those of a provider"}.query())
	p.write("#modelname", "claude-sonnet-4-5")
	p.press(".fields [type=submit]")
	p.await("panel.calls.length === 4")
	is.Equal(p.calls()[1:], []string{`listModels {"provider":"anthropic","key":""}`, "allow https://api.anthropic.com", `addModel {"name":"anthropic/claude-sonnet-4-5","key":""}`})
	for name, says := range map[string]string{
		"models, no list of a provider": "Anthropic gives out no list. Write the name as it stands there.",
		"models, a provider away":       "Anthropic does not answer. Look at the network and try again, or write the name.",
	} {
		p.open(story{"sidepanel", name}.query())
		p.says(says)
		p.await(`document.querySelector("#modelname").tagName === "INPUT" && document.querySelector("[data-list]")`)
	}
	p.open(story{"sidepanel", "models, a key refused"}.query())
	p.says("Anthropic does not take this key. Copy it again as a whole, or make a new one.")
	p.await(`!document.querySelector("#modelname") && document.querySelector("[data-write]")`)
}

// TestPanelSettings: the options are one press away from every view of the panel, also before anything
// is paired.
func TestPanelSettings(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	for _, name := range []string{"not paired", "no model", "working", "all tasks"} {
		p.open(story{"sidepanel", name}.query())
		p.press("[data-settings]")
		var calls []string
		p.eval("story.calls", &calls)
		is.Equal(calls, []string{`openOptions "blocklist"`})
	}
}

// TestOrganisation: what cannot be chosen is not offered, and the panel says why.
func TestOrganisation(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "models, chosen by the organisation"}.query())
	p.says("Your organisation has chosen the models.")
	p.says("Not understood, so it allows nothing: agentModels: there is no provider opneai")
	p.await(`document.querySelector("#modelname")?.tagName === "SELECT"`)
	var removable, others int
	p.eval(`document.querySelectorAll("[aria-label^=Remove]").length`, &removable)
	p.eval(`document.querySelectorAll("#ownbase").length`, &others)
	is.Equal(removable, 1) // the person's own
	is.Equal(others, 0)
}

// TestFirstUse: who has neither a model nor a backend is offered a key, the servers of this
// computer, which are looked for at once, and then what needs more.
func TestFirstUse(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "no model, in this browser"}.query())
	p.says("ollama/qwen3:14b")
	var heads []string
	p.eval(`[...document.querySelectorAll(".scroll :is(h2, summary)")].map(e => e.textContent)`, &heads)
	is.Equal(heads, []string{"Choose a model", "With a key", "On this computer", "Another server", "Connect a backend"})
}

// TestAllow: a task that ended for want of a host goes on by the press that allows it, and by none
// that does not.
func TestAllow(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "failed, a host not allowed"}.query())
	p.says("because you have not allowed it")
	p.press("[data-allow-host]")
	p.await(`panel.calls.length === 2`)
	is.Equal(p.calls(), []string{"allow https://api.anthropic.com", `resume {"run":"r1","steps":20}`})
	p.open(story{"sidepanel", "failed, a host denied"}.query())
	p.press("[data-allow-host]")
	p.says("The browser may not reach api.anthropic.com.")
	is.Equal(p.calls(), []string{"allow https://api.anthropic.com"})
}
