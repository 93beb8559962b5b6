package protocol

import (
	"cmp"
	"strings"
)

// Kind is the wire name of an action, its "type".
//
// The constants are generated from the actions below.
type Kind string

// Capability says what an action needs to be allowed.
type Capability string

// The capabilities.
const (
	CanRead     Capability = "read"     // look at a page or a tab
	CanAct      Capability = "act"      // click, type, navigate, open, close
	CanScript   Capability = "script"   // run the agent's own code in a page
	CanUpload   Capability = "upload"   // hand a file to a page
	CanDownload Capability = "download" // take a file from a page
	CanTools    Capability = "tools"    // call a tool that a page offers
)

// InReading reports whether a request that only reads may ask for actions of this kind:
// those that look, and those that show more of a page. Of clicks the browser's end makes
// those alone that unfold something.
func (k Kind) InReading() bool {
	return k.Can() == CanRead || k == KindScroll || k == KindHover || k == KindClick
}

// Action is one thing to do in the browser, tagged on the wire by "type".
// Sealed: the variants are in this file and in
// negotiated.go. A zero optional field is absent.
type Action interface {
	Kind() Kind
	// Tab returns the tabId that the action names, 0 when it names none.
	Tab() int
	action(c *codec)
}

// Target addresses an element by exactly one of a uid and a CSS selector.
type Target struct {
	// UID is an element's reference, such as e7.
	UID string `json:"uid,omitempty" bua:"min=1,max=MaxUID"`
	// Selector is a CSS selector; the first element that matches is meant.
	Selector string `json:"selector,omitempty" bua:"min=1,max=MaxSelector"`
}

// Aim returns the element that the action is about.
func (t Target) Aim() Target { return t }

// AimOf returns the element that an action is about, none for what is about no
// single one.
func AimOf(a Action) Target {
	if t, ok := a.(interface{ Aim() Target }); ok {
		return t.Aim()
	}
	return Target{}
}

// UIDOf returns an element reference that an action has, "" for none.
func UIDOf(a Action) string {
	switch a := a.(type) {
	case FillForm:
		for _, f := range a.Fields {
			if f.UID != "" {
				return f.UID
			}
		}
	case Extract:
		return a.After
	case WaitFor:
		return cmp.Or(a.UID, a.Gone) // a text is no uid that was given
	}
	return AimOf(a).UID
}

// OnTab is embedded by actions that run in one tab.
type OnTab struct {
	// TabID is the tab to act in: not needed with a uid, or while the agent has only one.
	TabID int `json:"tabId,omitempty" bua:"min=1"`
}

// Tab returns the named tab, 0 when none is.
func (t OnTab) Tab() int { return t.TabID }

// Navigate loads a URL in a tab.
//
//bua:action navigate can=act answers=OK tells=nothing
type Navigate struct {
	// URL is an http or https URL, or about:blank.
	URL string `json:"url" bua:"min=1,max=MaxURL"`
	OnTab
}

// Button is a button of the mouse.
type Button string

// The buttons.
const (
	ButtonLeft  Button = "left"
	ButtonRight Button = "right"
)

// Modifier is a key that changes what a click means.
type Modifier string

// The modifiers.
const (
	ModifierAlt     Modifier = "Alt"
	ModifierControl Modifier = "Control"
	ModifierMeta    Modifier = "Meta"
	ModifierShift   Modifier = "Shift"
)

// Click presses an element at its centre.
//
//bua:action click can=act answers=OK tells=nothing
type Click struct {
	Target `bua:"one"`
	// Count is 2 for a double click.
	Count int `json:"count,omitempty" bua:"min=1,max=2"`
	// Button is left or right; left when it is left out. The browser's own menu
	// never opens, only one of the page's.
	Button Button `json:"button,omitempty" bua:"rare"`
	// Modifier is a key held down: Alt, Control, Meta or Shift.
	Modifier Modifier `json:"modifier,omitempty" bua:"rare"`
	InFrame
	OnTab
}

// Type adds text to an element; fill_form replaces.
//
//bua:action type can=act answers=OK tells=nothing
type Type struct {
	Target `bua:"one"`
	// Text is what to insert; any Unicode.
	Text string `json:"text" bua:"max=MaxText,unless=secret"`
	// Keys sends a key for each character, for a field that notices only keys; one
	// line.
	Keys bool `json:"keys,omitempty"`
	// Secret names a value that the person has stored, such as a password; it
	// replaces what the field holds.
	Secret string `json:"secret,omitempty" bua:"min=1,max=MaxName"`
	// Origins are where a secret may go. The backend sets them, and text, for the
	// extension; an agent may not.
	Origins []string `json:"origins,omitempty" bua:"max=MaxOrigins,inside"`
	// AnyField lets a secret go into a field of any kind, not only into those of a
	// login; the backend's to set, as the person has stored it.
	AnyField bool `json:"anyField,omitempty" bua:"inside"`
	InFrame
	OnTab
}

// Hover moves the pointer to the centre of an element.
//
//bua:action hover can=act answers=OK tells=nothing
type Hover struct {
	Target `bua:"one"`
	OnTab
}

// PressKey presses one key on what has the focus.
//
//bua:action press_key can=act answers=OK tells=nothing
type PressKey struct {
	// Key is a key name, with modifiers joined by +, such as Enter or Control+A.
	Key string `json:"key" bua:"min=1,max=MaxKey"`
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
//
//bua:action scroll can=act answers=OK tells=nothing
type Scroll struct {
	// Direction is up or down.
	Direction Direction `json:"direction" bua:"rare"`
	// Amount is how far, in CSS pixels; most of a screen without it.
	Amount int `json:"amount,omitempty" bua:"min=1,max=MaxScroll"`
	Target `bua:"optional"`
	OnTab
}

// Screenshot takes a JPEG of the viewport or of the whole page.
//
//bua:action screenshot can=read answers=ScreenshotResult tells=page
type Screenshot struct {
	// FullPage takes the whole page instead of the viewport.
	FullPage bool `json:"fullPage,omitempty" bua:"rare"`
	// Hide is what the picture must not show: the forms of secrets, folded as the
	// page engine folds text; the backend's to set.
	Hide []string `json:"hide,omitempty" bua:"max=MaxHidden,inside"`
	OnTab
}

// Extract reads the page: markdown, text, and the elements to act on.
//
//bua:action extract can=read answers=ExtractResult tells=page
type Extract struct {
	// Selector limits the reading to the first element that matches, or to a uid; of a
	// field the text is exactly what it holds.
	Selector string `json:"selector,omitempty" bua:"min=1,max=MaxSelector,rare"`
	// Since is a snapshot id of an earlier extract, or last for the latest: only what
	// has changed is told.
	Since string `json:"since,omitempty" bua:"min=1,max=MaxSnapshot"`
	// Query keeps what has most of the words.
	Query string `json:"query,omitempty" bua:"min=1,max=MaxQuery"`
	// After is the last element, line or page read before: what is behind it is read.
	After string `json:"after,omitempty" bua:"min=1,max=MaxUID"`
	// MaxTokens bounds the answer, in bytes/4.
	MaxTokens int `json:"maxTokens,omitempty" bua:"min=100,max=MaxTokens"`
	// Frames also lists the page's frames.
	Frames bool `json:"frames,omitempty" bua:"rare"`
	InFrame
	OnTab
}

// Evaluate runs JavaScript in the page.
//
//bua:action evaluate can=script answers=EvaluateResult tells=page
type Evaluate struct {
	// Expression is the body of a function: return answers a value.
	Expression string `json:"expression" bua:"min=1,max=MaxExpression"`
	InFrame
	OnTab
}

// WaitFor waits for one of these and tells what it saw.
//
//bua:action wait_for can=read answers=OK tells=page
type WaitFor struct {
	Target `bua:"one"`
	// Text is what is to show, in any case.
	Text string `json:"text,omitempty" bua:"one,min=1,max=MaxQuery"`
	// Gone is a text or uid that is to go.
	Gone string `json:"gone,omitempty" bua:"one,min=1,max=MaxQuery"`
	// URL is a part of the address; * is any text.
	URL string `json:"url,omitempty" bua:"one,min=1,max=MaxURL"`
	// Quiet is that nothing changes for half a second.
	Quiet bool `json:"quiet,omitempty" bua:"one"`
	// Seconds is how long.
	Seconds int `json:"seconds,omitempty" bua:"one,rare,min=1,max=MaxWaitSeconds"`
	// TimeoutMS is how long to wait, at most 60000; 10000 without it.
	TimeoutMS int `json:"timeoutMs,omitempty" bua:"min=1,max=MaxWaitMS"`
	InFrame
	OnTab
}

// Limit returns how long it may take, in milliseconds.
func (w WaitFor) Limit() int {
	switch {
	case w.Seconds > 0:
		return w.Seconds * 1000
	case w.TimeoutMS > 0:
		return w.TimeoutMS
	}
	return waitMS
}

// waitMS is the limit of a wait_for that names none.
const waitMS = 10_000

// GetTabs lists the tabs.
//
//bua:action get_tabs can=read answers=TabsResult tells=nothing
type GetTabs struct{}

// OpenTab opens a page in a new tab of the agent's window.
//
//bua:action open_tab can=act answers=OpenTabResult tells=nothing
type OpenTab struct {
	// URL is an http or https URL, or about:blank.
	URL string `json:"url" bua:"min=1,max=MaxURL"`
	// Focus opens it in front of the person; only when they asked to see it.
	Focus bool `json:"focus,omitempty"`
}

// CloseTab closes a tab.
//
//bua:action close_tab can=act answers=OK tells=nothing
type CloseTab struct {
	// TabID is the tab to close.
	TabID int `json:"tabId" bua:"min=1,rare"`
}

// Kinds returns every kind of action, in the order of their files.
func Kinds() []Kind {
	var kinds []Kind
	for rest, tag := actionTypes, ""; rest != ""; {
		tag, rest, _ = strings.Cut(rest, " ")
		kinds = append(kinds, Kind(tag))
	}
	return kinds
}
