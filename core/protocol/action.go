package protocol

// Kind is the wire name of an action, its "type".
type Kind string

// The thirteen actions of version 4.
const (
	KindNavigate   Kind = "navigate"
	KindClick      Kind = "click"
	KindType       Kind = "type"
	KindHover      Kind = "hover"
	KindPressKey   Kind = "press_key"
	KindScroll     Kind = "scroll"
	KindScreenshot Kind = "screenshot"
	KindExtract    Kind = "extract"
	KindEvaluate   Kind = "evaluate"
	KindWaitFor    Kind = "wait_for"
	KindGetTabs    Kind = "get_tabs"
	KindOpenTab    Kind = "open_tab"
	KindCloseTab   Kind = "close_tab"
)

// Action is one thing to do in the browser, tagged on the wire by "type".
// Sealed: the variants are in this file. A zero optional field is absent.
type Action interface {
	Kind() Kind
	// Tab returns the tabId that the action names, 0 when it names none.
	Tab() int
}

// Target addresses an element by exactly one of a uid and a CSS selector.
type Target struct {
	// Selector is a CSS selector, matched in document order.
	Selector string `json:"selector,omitempty" bua:"max=4096"`
	// UID is an element reference from extract, such as e7.
	UID string `json:"uid,omitempty" bua:"max=16"`
}

// OnTab is embedded by actions that run in one tab.
type OnTab struct {
	// TabID is the tab to act in; without it the extension picks the agent's
	// own tab and refuses when that is ambiguous.
	TabID int `json:"tabId,omitempty" bua:"min=1"`
}

// Tab returns the named tab, 0 when none is.
func (t OnTab) Tab() int { return t.TabID }

// Navigate loads a URL in a tab.
type Navigate struct {
	// URL is an absolute http or https URL, or about:blank.
	URL string `json:"url" bua:"min=1,max=2048"`
	OnTab
}

// Click presses and releases the left button at the centre of an element.
type Click struct {
	Target `bua:"one"`
	OnTab
}

// Type puts text into an element as one insertion, as a paste would.
type Type struct {
	Target `bua:"one"`
	// Text is what to insert; any Unicode.
	Text string `json:"text" bua:"max=262144"`
	OnTab
}

// Hover moves the pointer to the centre of an element.
type Hover struct {
	Target `bua:"one"`
	OnTab
}

// PressKey presses and releases one key on whatever has the focus.
type PressKey struct {
	// Key is a key name, with modifiers joined by +, such as Enter or Control+A.
	Key string `json:"key" bua:"min=1,max=64"`
	OnTab
}

// Direction is where a scroll goes.
type Direction string

// The scroll directions.
const (
	ScrollUp   Direction = "up"
	ScrollDown Direction = "down"
)

// Scroll scrolls the page, or the nearest scrollable around the target.
type Scroll struct {
	// Direction is up or down.
	Direction Direction `json:"direction"`
	// Amount is how far, in CSS pixels; without it most of a screen.
	Amount int `json:"amount,omitempty" bua:"min=1,max=100000"`
	Target `bua:"optional"`
	OnTab
}

// Screenshot takes a JPEG of the viewport or of the whole page.
type Screenshot struct {
	// FullPage takes the whole page instead of the viewport.
	FullPage bool `json:"fullPage,omitempty"`
	OnTab
}

// Extract reads the page: markdown, text, and the elements to act on.
type Extract struct {
	// Selector limits the reading to the first element that matches.
	Selector string `json:"selector,omitempty" bua:"max=4096"`
	// Since is a snapshot id of an earlier extract; the answer then says what
	// was added, changed and removed.
	Since string `json:"since,omitempty" bua:"max=32"`
	// Query keeps only the elements and passages that match these words.
	Query string `json:"query,omitempty" bua:"max=256"`
	// MaxTokens bounds the size of the answer, counted as bytes/4.
	MaxTokens int `json:"maxTokens,omitempty" bua:"min=100,max=100000"`
	OnTab
}

// Evaluate runs JavaScript in the page.
type Evaluate struct {
	// Expression is the body of a function: use return to answer a value.
	Expression string `json:"expression" bua:"min=1,max=262144"`
	OnTab
}

// WaitFor waits until an element is there and visible.
type WaitFor struct {
	Target `bua:"one"`
	// TimeoutMS is how long to wait, in milliseconds, at most 60000; 10000 when absent.
	TimeoutMS int `json:"timeoutMs,omitempty" bua:"min=1,max=60000"`
	OnTab
}

// GetTabs lists the tabs that are not on the blocklist.
type GetTabs struct{}

// OpenTab opens a tab in the agent's own window and starts a session on it.
type OpenTab struct {
	// URL is an absolute http or https URL, or about:blank.
	URL string `json:"url" bua:"min=1,max=2048"`
	// Focus opens it in front of the person; only when they asked to see it.
	Focus bool `json:"focus,omitempty"`
}

// CloseTab closes a tab.
type CloseTab struct {
	TabID int `json:"tabId" bua:"min=1"`
}

func (Navigate) Kind() Kind   { return KindNavigate }
func (Click) Kind() Kind      { return KindClick }
func (Type) Kind() Kind       { return KindType }
func (Hover) Kind() Kind      { return KindHover }
func (PressKey) Kind() Kind   { return KindPressKey }
func (Scroll) Kind() Kind     { return KindScroll }
func (Screenshot) Kind() Kind { return KindScreenshot }
func (Extract) Kind() Kind    { return KindExtract }
func (Evaluate) Kind() Kind   { return KindEvaluate }
func (WaitFor) Kind() Kind    { return KindWaitFor }
func (GetTabs) Kind() Kind    { return KindGetTabs }
func (OpenTab) Kind() Kind    { return KindOpenTab }
func (CloseTab) Kind() Kind   { return KindCloseTab }

// Tab is always 0: the action concerns no tab in particular.
func (GetTabs) Tab() int { return 0 }

// Tab is always 0: the tab is yet to be opened.
func (OpenTab) Tab() int { return 0 }

// Tab returns the tab to close.
func (c CloseTab) Tab() int { return c.TabID }
