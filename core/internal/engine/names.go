package engine

// Global is a name in the engine's world.
type Global string

// The names.
const (
	// Door is the function that takes an operation: see [Do].
	Door Global = "__bua"
	// NotifyBinding is the function with which the engine tells by itself: see [Report].
	NotifyBinding Global = "__buaTold"
	// PDFDoor is the function that reads a PDF, where [InstallPDF] has brought it.
	PDFDoor Global = "__buaPDF"
)

// Located is part of every answer: the door adds it.
type Located struct {
	// URL is the location of the document, as the document says.
	URL string `json:"url"`
}

// Target addresses an element by one of the two.
type Target struct {
	// UID is the reference that the engine has given.
	UID string `json:"uid,omitempty"`
	// Selector is CSS.
	Selector string `json:"selector,omitempty"`
	// Within says that the selector means the frame that was entered.
	Within bool `json:"within,omitempty"`
	// Base is the first number that is free for an element's uid.
	Base int `json:"base,omitempty"`
}

// Yes is the answer to a question that yes or no answers.
type Yes struct {
	Located
	Yes bool `json:"yes"`
}

// Decimal is a number as JSON writes it.
type Decimal string
