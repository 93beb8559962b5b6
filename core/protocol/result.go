package protocol

import "github.com/go-json-experiment/json/jsontext"

// Result is what an action answers. Sealed: the variants are in this file.
type Result interface{ result(c *codec) }

// OK answers the actions that only do something.
type OK struct {
	// OK is always true; a failure is an [Error].
	OK bool `json:"ok" bua:"true"`
	// Effects is absent when nothing followed that shows in the page or the
	// browser, up to the answer. What a page only draws or sends does not count, nor
	// what a field holds as it was given, nor what a frame of another site causes
	// around itself.
	Effects *Effects `json:"effects,omitempty"`
}

// ScreenshotResult answers screenshot.
type ScreenshotResult struct {
	// DataURL is a base64 JPEG as a data: URL.
	DataURL string   `json:"dataUrl"`
	Effects *Effects `json:"effects,omitempty"`
}

// ExtractResult answers extract. All its strings come from the page.
type ExtractResult struct {
	// Text is the visible text as it is, for quoting.
	Text string `json:"text"`
	// Markdown is the content, without navigation and overlays.
	Markdown string `json:"markdown"`
	// Elements are what can be acted on, in document order. Of more than 200,
	// what is new, in front or in the viewport comes first.
	Elements []Element `json:"elements" bua:"max=MaxElements"`
	Obstacle *Obstacle `json:"obstacle,omitempty"`
	URL      string    `json:"url,omitempty"`
	Title    string    `json:"title,omitempty"`
	// Omitted counts the elements left out over the limit.
	Omitted int `json:"omitted,omitempty"`
	// Snapshot names this reading, for a later since.
	Snapshot string `json:"snapshot,omitempty"`
	// Changes is present when since was given and still known.
	Changes *Changes `json:"changes,omitempty"`
	// Truncated says what is missing and how to get it.
	Truncated string `json:"truncated,omitempty"`
	// PendingDialogs are set instead of the content while a dialog blocks the
	// page.
	PendingDialogs []OpenDialog `json:"pendingDialogs,omitempty"`
	// RecentDialogs were closed, and not by the agent, since it was last told.
	RecentDialogs []OpenDialog `json:"recentDialogs,omitempty"`
	// Frames are the page's frames, when asked for; at most 30, and of frames
	// in other processes two levels.
	Frames []FrameInfo `json:"frames,omitempty"`
	// FramesTruncated says that there are more: the frames action has all.
	FramesTruncated bool `json:"framesTruncated,omitempty"`
	// Tools are what the page offers for page_tool, in a whole reading.
	Tools   []OfferedTool `json:"tools,omitempty" bua:"max=MaxTools"`
	Effects *Effects      `json:"effects,omitempty"`
}

// Changes says how elements differ from an earlier snapshot; the added and
// the changed ones are the result's elements.
type Changes struct {
	Added   []string `json:"added,omitempty"`
	Changed []string `json:"changed,omitempty"`
	Removed []string `json:"removed,omitempty"`
}

// Element is one thing on the page to act on.
type Element struct {
	UID  string `json:"uid"`
	Role string `json:"role"`
	Name string `json:"name,omitempty"`
	// Value is the current value; never a password's.
	Value string `json:"value,omitempty"`
	// Length is how many characters a field holds whose Value is cut: a reading of that
	// field alone, its uid for selector, has up to 10,000, and in text up to 50 KB.
	Length int `json:"length,omitempty"`
	// Filled says how much a field holds whose value stays in the page, such as
	// "12 characters".
	Filled string `json:"filled,omitempty"`
	// Visible says that it is in the viewport now.
	Visible bool `json:"visible,omitempty"`
	// Frame is the frame it is in, absent for the main frame.
	Frame string `json:"frame,omitempty"`
	// State lists what holds: checked, mixed, expanded, collapsed, disabled,
	// required, selected, focused, readonly, pressed, invalid; of what find finds
	// also draggable and double-click, where an attribute or the cursor says it.
	State []string `json:"state,omitempty"`
	// Level is a heading's or tree item's level.
	Level int    `json:"level,omitempty"`
	Href  string `json:"href,omitempty"`
	// Options are what a closed list offers, while they are few; of a search,
	// those that match.
	Options []string `json:"options,omitempty"`
	// OptionCount is how many it offers, where they are not all among Options.
	OptionCount int `json:"optionCount,omitempty"`
	// Hover names what shows only while the pointer is over the element.
	Hover string `json:"hover,omitempty"`
}

// ObstacleType is a page-level interruption.
type ObstacleType string

// The obstacles.
const (
	ObstacleAuthWall     ObstacleType = "auth_wall"
	ObstacleCaptcha      ObstacleType = "captcha"
	ObstacleAccessDenied ObstacleType = "access_denied"
)

// Confidence grades an obstacle: high is terminal, low is advice.
type Confidence string

// The confidences.
const (
	ConfidenceLow  Confidence = "low"
	ConfidenceHigh Confidence = "high"
)

// Obstacle says that the page stands in the way of the task.
type Obstacle struct {
	Type       ObstacleType `json:"type"`
	Confidence Confidence   `json:"confidence"`
	// Message is ours, never the page's.
	Message string `json:"message"`
}

// EvaluateResult answers evaluate in one of three shapes: type and value;
// type and description; type, truncated and preview.
type EvaluateResult struct {
	Type        string         `json:"type"`
	Value       jsontext.Value `json:"value,omitempty" bua:"null"`
	Description string         `json:"description,omitempty"`
	Truncated   bool           `json:"truncated,omitempty"`
	Preview     string         `json:"preview,omitempty"`
	Effects     *Effects       `json:"effects,omitempty"`
}

// PageToolResult answers page_tool. What the tool said is the page's.
type PageToolResult struct {
	// Answer is what the tool said, as text or JSON; empty when the page went to another
	// document first.
	Answer string `json:"answer"`
	// Truncated says that the answer was longer.
	Truncated bool `json:"truncated,omitempty"`
	// Waits says that the tool has filled a form of the page, which waits for its button
	// to be pressed.
	Waits   bool     `json:"waits,omitempty"`
	Effects *Effects `json:"effects,omitempty"`
}

// OfferedTool is a tool that a page offers. All of it is the page's word.
type OfferedTool struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Input names the members of its arguments and their types; a ? may be left out.
	Input string `json:"input,omitempty"`
	// FrameID is the frame whose it is, absent for the one that was read.
	FrameID string `json:"frameId,omitempty"`
}

// Tab is one row of get_tabs.
type Tab struct {
	TabID  int    `json:"tabId"`
	URL    string `json:"url"`
	Title  string `json:"title"`
	Domain string `json:"domain"`
	// Active, of get_tabs: it is the one that a window of the person's shows. A host
	// without windows tells it of none.
	Active bool `json:"active,omitempty"`
}

// TabsResult answers get_tabs; on the wire it is an array.
type TabsResult []Tab

// OpenTabResult answers open_tab.
type OpenTabResult struct {
	TabID    int      `json:"tabId"`
	WindowID int      `json:"windowId"`
	Domain   string   `json:"domain"`
	Effects  *Effects `json:"effects,omitempty"`
}

// Effects says what an action caused, so that no second call is needed to
// learn it.
type Effects struct {
	// Navigated is set when the main frame went to another document or route.
	Navigated *Navigated `json:"navigated,omitempty"`
	// Dialog is set when a dialog opened and waits.
	Dialog *OpenDialog `json:"dialog,omitempty"`
	// Tabs lists the tabs that the action opened.
	Tabs []Tab `json:"tabs,omitempty"`
	// Downloads lists the file names of downloads that started.
	Downloads []string `json:"downloads,omitempty"`
	// DownloadIDs are their ids, in the same order.
	DownloadIDs []string `json:"downloadIds,omitempty"`
	// Focus is the uid, or the role and name, of what has the focus now.
	Focus string `json:"focus,omitempty"`
	// DOM says that the page's content changed.
	DOM bool `json:"dom,omitempty"`
	// External is an address that the page asked the browser to open in another
	// program, such as mailto:ann@example.com.
	External string `json:"external,omitempty"`
	// Sent lists requests that the page sent to its own site because of the action, by
	// script: those that may change something, and those that were refused, with the
	// status of the answer, such as "POST /orders: 201" and "PUT /orders/3: failed".
	Sent []string `json:"sent,omitempty"`
	// FileChooser says that the page asked for a file. No dialog is shown; upload_file to
	// what was pressed gives it one.
	FileChooser bool `json:"fileChooser,omitempty"`
	// Invalid names the field that kept a form from being sent, by its uid or
	// its role and name, and what the browser says of it.
	Invalid string `json:"invalid,omitempty"`
	// Announced is what messages say that came or changed in the page, with the
	// action or within ten seconds of the one before: alerts, statuses and other
	// live regions, as they would be read out to a person.
	Announced string `json:"announced,omitempty"`
	// Saw is what wait_for waited for, as it was found: a line with the text, an
	// address, how long nothing changed.
	Saw string `json:"saw,omitempty"`
	// Held is what the field holds after typing, in quotes, where that may not be the
	// text alone: it held something before, or the page changed, cut or cleared it. Of a secret
	// field it is how much, such as "(filled, 3 characters)".
	Held string `json:"held,omitempty"`
	// State names what a click or a key has changed the state of, by its uid or its
	// role and name, and how it is now, such as "e3 checked" and "e4 not pressed", or
	// what it holds.
	State string `json:"state,omitempty"`
	// Keys says that the page heeded no inserted text, and which keys it got for
	// it: text, that all was sent as keys, or Shift, with which it took notice of
	// what the field held.
	Keys string `json:"keys,omitempty"`
	// Scrolled is how far scroll moved, in CSS pixels, whether that is the end, and
	// of which pane where not of the page, such as "640 px" and "0 px, the end, in
	// list "Orders" (e7)".
	Scrolled string `json:"scrolled,omitempty"`
	// Unsettled says that the page was still changing when the answer left.
	Unsettled string `json:"unsettled,omitempty"`
}

// Navigated is where the main frame is now.
type Navigated struct {
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
}

// OpenDialog is a JavaScript dialog that waits for an answer, or has had one.
type OpenDialog struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Message string `json:"message,omitempty"`
	// DefaultPrompt is what a prompt offers.
	DefaultPrompt string `json:"defaultPrompt,omitempty"`
	// Frame is the id of the frame that opened it.
	Frame string `json:"frame,omitempty"`
	// OpenedAt and ClosedAt are in milliseconds since 1970.
	OpenedAt int64 `json:"openedAt,omitempty"`
	ClosedAt int64 `json:"closedAt,omitempty"`
	// ClosedBy is agent, person, auto_policy, watchdog or remote.
	ClosedBy ClosedBy `json:"closedBy,omitempty" bua:"open"`
}

// ClosedBy is who closed a dialog.
type ClosedBy string

// The closers.
const (
	ClosedByAgent    ClosedBy = "agent"
	ClosedByPolicy   ClosedBy = "auto_policy"
	ClosedByWatchdog ClosedBy = "watchdog"
	ClosedByPerson   ClosedBy = "person" // in the popup
	ClosedByRemote   ClosedBy = "remote" // the person in the page, or the page went away
)
