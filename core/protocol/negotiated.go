package protocol

import "github.com/go-json-experiment/json/jsontext"

// The actions beyond version 4's own thirteen. A peer is sent one only when
// it lists the [Feature] of that name: [Needs].

// InFrame is embedded by actions that can run in one frame of a tab.
type InFrame struct {
	// FrameID is a frame's id from frames; without it a uid finds its own
	// frame and a selector means the main one.
	FrameID string `json:"frameId,omitempty" bua:"min=1,max=MaxFrameID,rare"`
}

// Frame returns the named frame, "" when none is.
func (f InFrame) Frame() string { return f.FrameID }

// FrameOf returns the frame that an action names, "" for none.
func FrameOf(a Action) string {
	if f, ok := a.(interface{ Frame() string }); ok {
		return f.Frame()
	}
	return ""
}

// Answer is what to do with a dialog.
type Answer string

// The answers.
const (
	AnswerAccept  Answer = "accept"
	AnswerDismiss Answer = "dismiss"
)

// DialogPolicy says what happens to a dialog that opens in a tab.
type DialogPolicy string

// The policies. A beforeunload dialog follows them too: with PolicyRespond even
// the agent's own navigation waits for the answer, because unsaved work may be
// lost.
const (
	// PolicyRespond lets it wait for the agent, five minutes at most.
	PolicyRespond DialogPolicy = "must_respond"
	PolicyDismiss DialogPolicy = "auto_dismiss"
	// PolicyAccept gives a prompt its own default.
	PolicyAccept DialogPolicy = "auto_accept"
)

// Dialog answers the dialog that waits in a tab, sets what happens to later
// ones, or only lists them.
//
//bua:action dialog can=act answers=DialogResult tells=page rare
type Dialog struct {
	// Do answers the dialog.
	Do Answer `json:"do,omitempty"`
	// Text is what to enter into a prompt that is accepted.
	Text string `json:"text,omitempty" bua:"max=MaxPrompt"`
	// DialogID names the dialog; needed only when you must be sure which.
	DialogID string `json:"dialogId,omitempty" bua:"min=1,max=MaxUID"`
	// Policy is for the dialogs to come, until the session ends.
	Policy DialogPolicy `json:"policy,omitempty"`
	OnTab
}

// Frames lists the frames of a tab.
//
//bua:action frames can=read answers=FramesResult tells=page rare
type Frames struct{ OnTab }

// Level grades a console message.
type Level string

// The levels.
const (
	LevelDebug   Level = "debug"
	LevelInfo    Level = "info"
	LevelWarning Level = "warning"
	LevelError   Level = "error"
)

// Console lists the last messages and exceptions of a page's console.
//
//bua:action console can=read answers=ConsoleResult tells=page rare
type Console struct {
	// Level leaves out what is below it.
	Level Level `json:"level,omitempty"`
	OnTab
}

// Back goes one page back in the tab's history.
//
//bua:action back can=act answers=OK tells=nothing
type Back struct{ OnTab }

// Forward goes one page forward in the tab's history.
//
//bua:action forward can=act answers=OK tells=nothing rare
type Forward struct{ OnTab }

// Reload loads the page again.
//
//bua:action reload can=act answers=OK tells=nothing
type Reload struct {
	// Hard bypasses the cache.
	Hard bool `json:"hard,omitempty" bua:"rare"`
	OnTab
}

// SelectOption chooses in a select or a listbox.
//
//bua:action select_option can=act answers=FieldsResult tells=nothing
type SelectOption struct {
	Target `bua:"one"`
	// Options are labels or values; several only where several can be chosen.
	Options []string `json:"options" bua:"max=MaxOptions"`
	InFrame
	OnTab
}

// Check sets a checkbox, radio button or switch.
//
//bua:action check can=act answers=FieldsResult tells=nothing
type Check struct {
	Target `bua:"one"`
	// Checked is the state that it shall have.
	Checked bool `json:"checked" bua:"rare"`
	InFrame
	OnTab
}

// Fill is one field of a form and what it shall hold.
type Fill struct {
	Target `bua:"one"`
	// Value is the text, an option's label or value, or true or false for a checkbox;
	// it replaces what is there.
	Value string `json:"value" bua:"max=MaxText,unless=secret"`
	// Secret names a stored value to fill in instead, as type has it.
	Secret string `json:"secret,omitempty" bua:"min=1,max=MaxName,rare"`
	// Origins are where it may go, as type has them: the backend's to set.
	Origins []string `json:"origins,omitempty" bua:"max=MaxOrigins,inside"`
	// AnyField is as type has it.
	AnyField bool `json:"anyField,omitempty" bua:"inside"`
}

// FillForm fills many fields and answers what each holds.
//
//bua:action fill_form can=act answers=FieldsResult tells=nothing
type FillForm struct {
	// Fields are filled in this order; the first that fails ends it.
	Fields []Fill `json:"fields" bua:"max=MaxFields"`
	InFrame
	OnTab
}

// Find lists the controls and texts that show the words.
//
//bua:action find can=read answers=FindResult tells=page
type Find struct {
	// Query is words of an element's name, value, role or text.
	Query string `json:"query" bua:"min=1,max=MaxQuery"`
	InFrame
	OnTab
}

// ClaimTab borrows a tab of the person's; release_tab gives it back.
//
//bua:action claim_tab can=act answers=OK tells=nothing
type ClaimTab struct {
	// TabID is the tab to borrow.
	TabID int `json:"tabId" bua:"min=1,rare"`
}

// ReleaseTab gives a tab back: its session ends and it stays open.
//
//bua:action release_tab can=act answers=OK tells=nothing rare
type ReleaseTab struct {
	// TabID is the tab to give back.
	TabID int `json:"tabId" bua:"min=1"`
}

// Help hands the tab to the person for what only they may do, such as a captcha,
// and waits.
//
//bua:action help can=act answers=HelpResult tells=nothing
type Help struct {
	// Message says what they shall do; plain text, in their language.
	Message string `json:"message" bua:"min=1,max=MaxMessage"`
	// TimeoutMS is how long they are waited for; 120000 without it.
	TimeoutMS int `json:"timeoutMs,omitempty" bua:"min=1000,max=MaxHelpMS,rare"`
	OnTab
}

// Limit returns how long the person is waited for, in milliseconds.
func (h Help) Limit() int {
	if h.TimeoutMS > 0 {
		return h.TimeoutMS
	}
	return helpMS
}

// helpMS is the limit of a help that names none.
const helpMS = 120_000

// HelpResult answers help.
type HelpResult struct {
	OK bool `json:"ok" bua:"true"`
	// Outcome is what the person said, or that they said nothing in time.
	Outcome Outcome  `json:"outcome" bua:"open"`
	Effects *Effects `json:"effects,omitempty"`
}

// Outcome is how a help ended.
type Outcome string

// The outcomes.
const (
	OutcomeDone     Outcome = "done"
	OutcomeDeclined Outcome = "declined"
	OutcomeTimedOut Outcome = "timed_out"
)

// DropTarget is an element to drop on.
type DropTarget struct {
	Target `bua:"one"`
}

// Drag drags an element onto another, as a person with a mouse would.
//
//bua:action drag can=act answers=OK tells=nothing rare
type Drag struct {
	Target `bua:"one"`
	// To is the element to drop on.
	To DropTarget `json:"to"`
	OnTab
}

// UploadFile gives a file to a file field: bytes that you have, not a path. A
// large file goes in parts, and several files one after another: all calls but
// the last say more. A name that was sent already, another element, or two
// minutes without a part begin anew.
//
//bua:action upload_file can=upload answers=UploadResult tells=nothing rare
type UploadFile struct {
	Target `bua:"one"`
	// Name is the file's name, without a folder.
	Name string `json:"name" bua:"min=1,max=MaxName"`
	// MIME is its type, such as image/png.
	MIME string `json:"mime,omitempty" bua:"max=MaxName"`
	// Text is its content, or this part of it, as UTF-8.
	Text string `json:"text,omitempty" bua:"max=MaxPart"`
	// Data is its content, or this part of it, in base64.
	Data string `json:"data,omitempty" bua:"max=MaxPart"`
	// Append continues the file of the call before.
	Append bool `json:"append,omitempty"`
	// More holds everything back until a call without it.
	More bool `json:"more,omitempty"`
	InFrame
	OnTab
}

// PageTool calls a tool that the page offers, as a reading of it lists them.
//
//bua:action page_tool can=tools answers=PageToolResult tells=page rare
type PageTool struct {
	// Name is the tool's.
	Name string `json:"name" bua:"min=1,max=MaxName"`
	// Arguments are what the tool takes: the members behind its name in the reading.
	Arguments jsontext.Value `json:"arguments,omitempty" bua:"object"`
	InFrame
	OnTab
}

// DialogResult answers dialog.
type DialogResult struct {
	Policy DialogPolicy `json:"policy"`
	// Pending are the dialogs that wait and block the page.
	Pending []OpenDialog `json:"pending,omitempty"`
	// Recent are the last ones that were closed, the latest last.
	Recent  []OpenDialog `json:"recent,omitempty"`
	Effects *Effects     `json:"effects,omitempty"`
}

// FramesResult answers frames.
type FramesResult struct {
	Frames []FrameInfo `json:"frames"`
}

// FrameInfo is one frame of a tab.
type FrameInfo struct {
	FrameID string `json:"frameId"`
	// Parent is the frame around it, absent for the main frame.
	Parent string `json:"parent,omitempty"`
	// URL is absent when the domain is on the blocklist.
	URL string `json:"url,omitempty"`
	// Blocked says that nothing in it can be read or reached.
	Blocked bool `json:"blocked,omitempty"`
}

// ConsoleResult answers console.
type ConsoleResult struct {
	// Entries are at most 50, the latest last.
	Entries []ConsoleEntry `json:"entries"`
}

// ConsoleEntry is one message in the console.
type ConsoleEntry struct {
	Level Level  `json:"level" bua:"open"`
	Text  string `json:"text"`
	// Source is the script's URL and line.
	Source string `json:"source,omitempty"`
	// Frame is the origin of the frame it is from, absent for the main one's
	// process.
	Frame string `json:"frame,omitempty"`
	// At is when, in milliseconds since 1970.
	At int64 `json:"at,omitempty"`
}

// FieldsResult answers what fills fields.
type FieldsResult struct {
	// Fields are in the order of the request.
	Fields  []FieldState `json:"fields"`
	Effects *Effects     `json:"effects,omitempty"`
}

// FieldState is what a field holds, as read back from the page.
type FieldState struct {
	// Name is the field's accessible name.
	Name string `json:"name,omitempty"`
	// Value is its text, the chosen options, or true or false; never a secret
	// field's.
	Value string `json:"value,omitempty"`
	// Filled says how much a secret field holds, such as "12 characters".
	Filled string `json:"filled,omitempty"`
	// Differs says that it does not hold what it was given: the page or the
	// browser changed, cut or cleared that.
	Differs bool `json:"differs,omitempty"`
	// Open says that the list which was chosen from is still open, and may lie
	// above what comes next.
	Open bool `json:"open,omitempty"`
	// Gone says that the page has taken the field away since, as one does that keeps
	// what was filled in and shows it as text.
	Gone bool `json:"gone,omitempty"`
	// Error says why it was not filled.
	Error string `json:"error,omitempty"`
}

// UploadResult answers upload_file.
type UploadResult struct {
	// Files are what the field holds, or what waits for more.
	Files   []UploadedFile `json:"files"`
	Effects *Effects       `json:"effects,omitempty"`
}

// UploadedFile is one file as the page has it.
type UploadedFile struct {
	Name string `json:"name"`
	// Size is in bytes.
	Size int `json:"size"`
	// SHA256 is the hash of its content, in hex.
	SHA256 string `json:"sha256,omitempty"`
}

// FindResult answers find.
type FindResult struct {
	Elements []Element `json:"elements" bua:"max=MaxElements"`
	// Omitted counts the elements left out over the limit.
	Omitted int `json:"omitted,omitempty"`
	// Truncated says what was not looked through, and when nothing has all the words.
	Truncated string `json:"truncated,omitempty"`
}

// Take is what to do with a download.
type Take string

// What can be done.
const (
	TakeList   Take = "list"
	TakeWait   Take = "wait"
	TakeRead   Take = "read"
	TakeCancel Take = "cancel"
)

// Downloads lists the files that pages in your tabs have downloaded, waits for
// one, reads one in parts, or cancels one.
//
//bua:action downloads can=download answers=DownloadsResult tells=page rare
type Downloads struct {
	// Do is list when absent.
	Do Take `json:"do,omitempty"`
	// DownloadID is an id from effects or from the list; wait without it means
	// the newest that you have not been told the end of, or the next to begin.
	DownloadID string `json:"downloadId,omitempty" bua:"min=1,max=MaxUID"`
	// Offset is where a part to read begins, in bytes.
	Offset int64 `json:"offset,omitempty"`
	// Limit is how many bytes to read, at most 786432; 262144 when absent.
	Limit int `json:"limit,omitempty" bua:"min=1,max=MaxChunk"`
	// TimeoutMS is how long to wait, at most 60000; 10000 without it.
	TimeoutMS int `json:"timeoutMs,omitempty" bua:"min=1,max=MaxWaitMS"`
	// TabID leaves out what began in other tabs; a read goes through this tab,
	// else through the one where the download began.
	TabID int `json:"tabId,omitempty" bua:"min=1"`
}

// DownloadState is how far a download is.
type DownloadState string

// The states. Only what is done can be read.
const (
	DownloadRunning     DownloadState = "in_progress"
	DownloadDone        DownloadState = "done"
	DownloadInterrupted DownloadState = "interrupted"
	DownloadCanceled    DownloadState = "canceled"
	// DownloadBlocked was cancelled by the blocklist or by the person's choice.
	DownloadBlocked DownloadState = "blocked"
)

// DownloadsResult answers downloads.
type DownloadsResult struct {
	// Downloads are all, the latest last, or the one that was named.
	Downloads []DownloadInfo `json:"downloads"`
	// Data is the part that was read, in base64.
	Data string `json:"data,omitempty"`
	// Offset is where it begins, Size the length of the whole file in bytes.
	Offset int64 `json:"offset,omitempty"`
	Size   int64 `json:"size,omitempty"`
	// EOF says that it is the last part.
	EOF bool `json:"eof,omitempty"`
	// SHA256 is the hash of the whole file, in hex; it comes with the last part.
	SHA256 string `json:"sha256,omitempty"`
}

// DownloadInfo is one download.
type DownloadInfo struct {
	DownloadID string        `json:"downloadId"`
	TabID      int           `json:"tabId"`
	State      DownloadState `json:"state" bua:"open"`
	// Name is the file's name, as the page or the server suggested it.
	Name string `json:"name,omitempty"`
	URL  string `json:"url,omitempty"`
	MIME string `json:"mime,omitempty"`
	// Bytes have arrived; Total is how many there will be, absent when unknown.
	Bytes int64 `json:"bytes"`
	Total int64 `json:"total,omitempty"`
	// Path is where the browser's machine has it.
	Path string `json:"path,omitempty"`
}
