package engine

// Tool looks for a tool that the document offers.
//
//bua:op tool answers=ToolFound
type Tool struct {
	Name string `json:"name"`
	// Within says that the frame is meant that was entered.
	Within bool `json:"within,omitempty"`
}

// ToolFound is what is known of it.
type ToolFound struct {
	Located
	// Found says that it is there; else Others are the names of those that are.
	Found bool `json:"found,omitempty"`
	// None says that the document cannot offer any.
	None   bool     `json:"none,omitempty"`
	Others []string `json:"others,omitempty"`
	// Schema is the JSON of what the tool takes, "" where it is not told or too long.
	Schema string `json:"schema,omitempty"`
}

// UseTool calls it. The error is timeout when it has not answered in time, and
// invalid_action when it failed.
//
//bua:op useTool answers=ToolSaid
type UseTool struct {
	Name string `json:"name"`
	// Arguments are the JSON of an object.
	Arguments string `json:"arguments"`
	Within    bool   `json:"within,omitempty"`
	// MS is how long it may take.
	MS int `json:"ms"`
	// Cap is how much of the answer is told, in bytes.
	Cap int `json:"cap"`
}

// ToolSaid is what it has answered.
type ToolSaid struct {
	Located
	Answer    string `json:"answer,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
	// Waits says that it has filled a form, which is to be sent yet.
	Waits bool `json:"waits,omitempty"`
}

// EndTool ends the call that runs.
//
//bua:op endTool
type EndTool struct{}
