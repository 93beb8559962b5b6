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
)
