package chat

// Code says why no answer came. Programs decide on it.
type Code string

// The codes. What each wants the person to do is in core/model's messages.
const (
	CodeKey         Code = "model_key"         // the key is missing, wrong or has no rights
	CodeModel       Code = "model_unknown"     // the provider has no such model
	CodeMoney       Code = "model_money"       // the account's money or quota is used up
	CodeRate        Code = "model_rate"        // too many requests at the moment
	CodeOverflow    Code = "model_overflow"    // the conversation is longer than the model's window
	CodeSmall       Code = "model_window"      // the model was loaded with too small a window
	CodeTools       Code = "model_tools"       // the model, or its server as it was started, calls no tools
	CodeUnreachable Code = "model_unreachable" // nothing answers there
	CodeHost        Code = "model_host"        // the browser keeps the extension from there, until the person allows it
	CodeOrigin      Code = "model_origin"      // the server lets no extension of a browser in
	CodeBusy        Code = "model_busy"        // the provider is overloaded or broken at the moment
	CodeCut         Code = "model_cut"         // the answer broke off
	CodeNonsense    Code = "model_nonsense"    // what came is no answer of this kind of server
	CodeRequest     Code = "model_request"     // the provider refuses what was asked: a fault of ours
	CodeRefused     Code = "model_refused"     // the provider's rules refuse the content
	CodePolicy      Code = "model_policy"      // the organisation does not allow it
	CodeStopped     Code = "model_stopped"     // the person or the agent ended it
)

// Fault is why no answer came.
type Fault struct {
	Code Code
	// Text says what failed and what to do next, for a person.
	Text string
	// After is how long the provider wants to be left alone, in milliseconds.
	After int
}

func (f *Fault) Error() string { return f.Text }
