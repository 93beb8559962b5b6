package engine

// Point finds the place to press a target: in view, enabled, still, and met by
// the hit test.
//
//bua:op point answers=Pointed
type Point struct {
	Target
	// Intent says what comes next. A click arms the guard.
	Intent Intent `json:"intent,omitempty"`
	// Count is how many presses come, 0 for one.
	Count int `json:"count,omitempty"`
	// Steady waits for two equal frames.
	Steady bool `json:"steady,omitempty"`
	// Sink asks for the facts of what would be pressed.
	Sink bool `json:"sink,omitempty"`
	// Keys says that a key may be pressed instead.
	Keys bool `json:"keys,omitempty"`
	// Look says that the pointer may be moved for the element to show: the number
	// of this look, from 1 on.
	Look int `json:"look,omitempty"`
}

// Intent is why a point is looked for.
type Intent string

// The intents.
const (
	Click Intent = "click"
	Hover Intent = "hover"
)

// Pointed is a place in CSS pixels of the engine's viewport.
type Pointed struct {
	Located
	X Decimal `json:"x"`
	Y Decimal `json:"y"`
	// Moves says that the element does not stand still: the place is where it
	// will be.
	Moves bool `json:"moves"`
	// Key is what presses the element, which has the focus: no press can meet it.
	Key string `json:"key,omitempty"`
	// Over says that the pointer must be there first for the element to show.
	Over bool `json:"over,omitempty"`
	// Tells says that the engine will tell by itself what a press there causes.
	Tells bool `json:"tells"`
	// Sink is what would be pressed, where that was asked.
	Sink *Facts `json:"sink,omitempty"`
}

// Facts are what core/internal/sink judges a press by: see there.
type Facts struct {
	What    string `json:"what"`
	Name    string `json:"name"`
	Hint    string `json:"hint"`
	Around  string `json:"around"`
	Control string `json:"control"`
	Submits bool   `json:"submits"`
	Post    bool   `json:"post"`
	Search  bool   `json:"search"`
	Card    bool   `json:"card"`
	Writes  bool   `json:"writes"`
	Price   bool   `json:"price"`
	Unfolds bool   `json:"unfolds"`
	Form    string `json:"form"`
}

// Focused tells the facts of what has the focus.
//
//bua:op focused answers=FocusedFacts
type Focused struct{}

// FocusedFacts are those facts.
type FocusedFacts struct {
	Located
	Sink Facts `json:"sink"`
}

// Expect has the engine wait for an event, anywhere in this process's part of
// the page.
//
//bua:op expect
type Expect struct {
	// Event is its type.
	Event string `json:"event"`
}

// Came tells whether the event that was expected last has come.
//
//bua:op came answers=Yes
type Came struct{}

// Scroll scrolls the page, or the nearest scrollable around the target. The
// watch tells by how much.
//
//bua:op scroll
type Scroll struct {
	Target
	// Direction is up or down.
	Direction string `json:"direction"`
	// Amount is in CSS pixels. Without it it is most of a screen.
	Amount int `json:"amount,omitempty"`
}
