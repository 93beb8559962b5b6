package chat

// Role says who speaks.
type Role string

// The roles. The system's text is not a message: see [Request.System].
const (
	RoleUser  Role = "user"  // the person, and what the agent tells the model
	RoleModel Role = "model" // an answer
	RoleTool  Role = "tool"  // the result of one call
)

// Message is one of a conversation.
type Message struct {
	Role Role
	Text string
	// Pictures stand after the text. Only a user's message has any.
	Pictures []Picture
	// Calls are those of a model's answer, in the order in which it gave them.
	Calls []Call
	// CallID and Failed belong to a tool's message: which call it is the result of,
	// and whether the call failed.
	CallID string
	Failed bool
	// Opaque is what the provider wants back with this answer as it gave it, in the
	// form of core/model: thought signatures, encrypted reasoning. Provider is
	// whose it is; another provider is not given it.
	Opaque   string
	Provider string
}

// Picture is a picture in a message.
type Picture struct {
	// ID is its name in the journal, which does not hold the bytes.
	ID   string
	MIME string
	// Data is base64. It is in no journal.
	Data string `json:"-"`
	// Width and Height are in pixels.
	Width, Height int
}

// Call is what a model asks for.
type Call struct {
	// ID names the call in this conversation; no two have the same.
	ID, Name string
	// Arguments are a JSON object, or what the model wrote instead.
	Arguments string
}

// Tool is what a model may call.
type Tool struct {
	Name, Description string
	// Schema is the JSON Schema of the arguments: an object.
	Schema string
}

// Choice says whether the model must call a tool.
type Choice string

// The choices.
const (
	ChoiceAuto     Choice = ""         // as it likes
	ChoiceRequired Choice = "required" // one at least
	ChoiceNone     Choice = "none"
)

// Request asks a model for the next message.
type Request struct {
	// System stands before all messages and does not change in a run.
	System   string
	Messages []Message
	Tools    []Tool
	Choice   Choice
	// MaxTokens bounds the answer; 0 is the provider's own bound.
	MaxTokens int
	// Temperature is in thousandths; negative leaves it out.
	Temperature int
	// Stable is how many messages from the start will stand in the next request as
	// they are now: what a provider may keep is marked there.
	Stable int
}

// Delta is a piece of an answer on its way. Its parts are to be joined in order.
type Delta struct {
	// Text is the answer's, Reasoning what the model thinks aloud: shown, and never
	// sent back.
	Text, Reasoning string
	// Calling is the name of a call that has begun.
	Calling string
	// Again says that the answer broke off and was asked for once more: all pieces
	// before this one are void.
	Again bool
}

// End is why an answer ended.
type End string

// The ends.
const (
	EndDone    End = "done"    // the model has said what it wanted
	EndCalls   End = "calls"   // it waits for results
	EndLength  End = "length"  // the bound of tokens was reached: the answer is cut
	EndRefused End = "refused" // the provider's filter, or the model itself, refuses
)

// Answer is a whole answer.
type Answer struct {
	Message Message
	End     End
	Usage   Usage
	// Model is what the provider says answered.
	Model string
}

// Usage is what an answer cost, in tokens as the provider counts them. Zero is
// not told.
type Usage struct {
	// In are all of the request, CachedIn those of them that were read from the
	// provider's cache, WrittenIn those that were put there.
	In, CachedIn, WrittenIn int
	// Out are all of the answer, Reasoning those of them that were thoughts.
	Out, Reasoning int
}
