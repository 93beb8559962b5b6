package engine

// Focus brings the caret into the target.
//
//bua:op focus answers=FieldFocus
type Focus struct{ Target }

// FieldFocus says what has the focus now.
type FieldFocus struct {
	Located
	Kind FieldKind `json:"kind"`
	// Type is the input's, when it is one that takes no inserted text.
	Type string `json:"type,omitempty"`
	// Tells says that the engine will tell by itself what typing causes.
	Tells bool `json:"tells"`
}

// FieldKind is what takes a text.
type FieldKind string

// The kinds of fields.
const (
	FieldInput    FieldKind = "input"
	FieldTextarea FieldKind = "textarea"
	FieldEditable FieldKind = "contenteditable"
)

// Insert types a text into the target, in one turn with bringing the focus there.
//
//bua:op insert answers=Inserted
type Insert struct {
	Target
	Text string `json:"text"`
	// All puts it in the place of all that is there.
	All bool `json:"all,omitempty"`
}

// Inserted says what became of a text.
type Inserted struct {
	Located
	// Own says that the page keeps its text itself, so that the core has to insert
	// it.
	Own bool `json:"own"`
}

// Paste offers lines of text to the target, as a paste does.
//
//bua:op paste answers=Pasted
type Paste struct {
	Target
	Text string `json:"text"`
}

// Pasted says whether the page took the lines.
type Pasted struct {
	Located
	Pasted bool `json:"pasted"`
}

// SetValue gives a field of a date, a time, a colour or a range its value.
//
//bua:op set answers=WasSet
type SetValue struct {
	Target
	Value string `json:"value"`
}

// WasSet says whether the field took the value.
type WasSet struct {
	Located
	Set bool `json:"set"`
}

// Fill replaces what a field holds by a secret, in one turn with the last look
// at where it goes.
//
//bua:op fill
type Fill struct {
	Target
	Text string `json:"text"`
	// Origins are those that the secret is stored for.
	Origins []string `json:"origins"`
	// Any lets the field be one that asks for no secret.
	Any bool `json:"any,omitempty"`
}

// Field looks at a field of a form, and does or says what it takes to fill it.
//
//bua:op field answers=FieldWay
type Field struct {
	Target
	// Value is what it shall hold, Options what shall be chosen in it.
	Value   string   `json:"value,omitempty"`
	Options []string `json:"options,omitempty"`
	// Opened says that it was pressed already, to open its list.
	Opened bool `json:"opened,omitempty"`
}

// FieldWay is how the core goes on.
type FieldWay struct {
	Located
	Way Way `json:"way"`
	// On is whether a box is checked.
	On bool `json:"on,omitempty"`
	// Type and Kind are as in focus; Empty says that there is no text.
	Type  string    `json:"type,omitempty"`
	Kind  FieldKind `json:"kind,omitempty"`
	Empty bool      `json:"empty,omitempty"`
	// UIDs are what to press, in this order; Next is the number that is free now.
	UIDs []string `json:"uids,omitempty"`
	Next int      `json:"next,omitempty"`
}

// Way is what a field takes.
type Way string

// The ways.
const (
	WayDone  Way = "done"  // WayDone: the engine has set a native list.
	WayCheck Way = "check" // WayCheck: press it when On is not what it shall be.
	WayText  Way = "text"  // WayText: it has the focus, and all its text is selected.
	WayOpen  Way = "open"  // WayOpen: press it, then ask again.
	WayPress Way = "press" // WayPress: press these.
)

// Held reads a field back.
//
//bua:op held answers=FieldValue
type Held struct{ Target }

// FieldValue is what a field holds now; of a secret one it says how much.
type FieldValue struct {
	Located
	Name   string `json:"name"`
	Value  string `json:"value"`
	Filled string `json:"filled,omitempty"`
	// Differs says that this is not what it was given.
	Differs bool `json:"differs,omitempty"`
}

// Leave leaves the text field that has the focus and comes back to it, so that the page
// hears of what was filled in, and waits a moment for what it does then.
//
//bua:op leave
type Leave struct{}

// Shut waits until a list is closed that an option was chosen from.
//
//bua:op shut answers=ListOpen
type Shut struct{ Target }

// ListOpen says whether a list has stayed open.
type ListOpen struct {
	Located
	Open bool `json:"open"`
	// Escape says that this key would close it, and no more.
	Escape bool `json:"escape"`
}

// Chord notes what the page does with the next key.
//
//bua:op chord
type Chord struct{}

// Copy copies what is selected.
//
//bua:op copy answers=Copied
type Copy struct {
	// Cut takes it out of the document as well.
	Cut bool `json:"cut,omitempty"`
}

// Copied is what a clipboard gets.
type Copied struct {
	Located
	Text string `json:"text"`
}

// Drop pastes a text where the focus is.
//
//bua:op drop answers=Inserted
type Drop struct {
	Text string `json:"text"`
}

// Starting waits where the document of what has the focus has not started.
//
//bua:op starting
type Starting struct{}

// Takes tells whether a key would type its text.
//
//bua:op takes answers=Yes
type Takes struct{}

// Nowhere tells whether no element has the focus, or one that holds a frame.
//
//bua:op nowhere answers=Yes
type Nowhere struct{}

// Aim notes what has the focus, and tells whether a frame may be behind it.
//
//bua:op aim answers=Yes
type Aim struct{}

// Hold tells whether the focus is where it was when that was asked last. If so
// no script of the page runs until the next key is there, or a short time has
// passed.
//
//bua:op hold answers=Yes
type Hold struct{}
