package engine

// Element is one of the page, as an object in the engine's world.
type Element interface{}

// ShadowRoot is one that no script can open.
type ShadowRoot interface{}

// Objects are the engine's functions that take or give elements. One whose
// first parameter is an element is called on it, by Runtime.callFunctionOn; any
// other is evaluated, and answers an object. build/gen writes a constant for
// each of the former and a function for each of the latter.
//
//bua:objects
type Objects interface {
	// Adopt takes the closed shadow root of a host, for good.
	Adopt(host Element, root ShadowRoot)
	// Enter takes the owner of a frame, which a target with within then means.
	Enter(frame Element)
	// Chosen takes the field that a page's own button opened a chooser for.
	Chosen(field Element)
	// KeyedIn is Keyed for the document of a frame, undefined where that cannot be
	// read.
	KeyedIn(frame Element) Element
	// Keyed is the element that keys go to, where a frame may be behind it.
	Keyed() Element
	// Vessel makes the field that the browser is to put a file into.
	Vessel(id string) Element
	// Hosts lists the elements that may have a closed shadow root and were not
	// listed before.
	Hosts() []Element
	// ElementOf is the element of a reference.
	ElementOf(uid string) Element
}
