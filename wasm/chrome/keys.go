package chrome

// The storage keys of the worker's shim, which Go neither reads nor writes.
const (
	// KeyFront is the address of the agent's blank tab, which ends in its mark.
	//
	//bua:stored local string shim
	KeyFront = "buaFront"
	// KeyWelcomed says that the first page was shown.
	//
	//bua:stored local bool shim
	KeyWelcomed = "welcomed"
	// KeyState is the state that was told last, for the first paint of a popup
	// while the worker sleeps.
	//
	//bua:stored session worker.State shim
	KeyState = "bridge_state"
	// KeyNeeds is what the person should know of bua's own tasks, of which they have seen
	// nothing yet or which waits for them: rows that contracts/needs.ts reads.
	//
	//bua:stored session value shim
	KeyNeeds = "needs"
	// KeyNoticed names what a notification was shown for, or a panel that was open.
	//
	//bua:stored local []string shim
	KeyNoticed = "noticed"
	// KeyShown is the task that a panel shall show: its ID, the window's number (0 for
	// any) and when that was wanted.
	//
	//bua:stored session []string shim
	KeyShown = "shownRun"
	// KeyLocalAgent is whether the agent may live in the browser itself; another word refuses.
	//
	//bua:stored managed refuse|allow
	KeyLocalAgent = "localAgent"
	// KeyAgentModels are the models that the agent in the browser may use: rows that
	// core/model reads.
	//
	//bua:stored managed []string
	KeyAgentModels = "agentModels"
	// KeyAgentOwnKeys is whether the person may give that agent keys of their own; another
	// word refuses.
	//
	//bua:stored managed refuse|allow
	KeyAgentOwnKeys = "agentOwnKeys"
	// KeyAgentPolicy are the organisation's latest values of those three: one that Chrome
	// dropped for a mistake in it is as before.
	//
	//bua:stored local value shim
	KeyAgentPolicy = "agentPolicy"
	// KeyAgentRuns says that there are runs of that agent, also ended ones.
	//
	//bua:stored local bool shim
	KeyAgentRuns = "agentRuns"
	// KeyAgentAwake is from when on the agent in this browser is wanted: a time, one long past
	// while a run goes on, 0 for never.
	//
	//bua:stored local int64 shim
	KeyAgentAwake = "agentAwake"
	// KeyAgentSettings are the models of that agent, their keys among them: wasm/local reads
	// and writes it.
	//
	//bua:stored local value shim
	KeyAgentSettings = "agentSettings"
	// KeyOffered says that the person was asked whether notifications shall be shown.
	//
	//bua:stored local bool pages
	KeyOffered = "noticesOffered"
)
