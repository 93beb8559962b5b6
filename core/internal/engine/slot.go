package engine

// Slot stands for a script in a command. The service worker's JavaScript puts the script
// in its place, so that it never passes through Go, where a hundred kilobytes would be
// copied and quoted for every new document.
type Slot string

// The slots.
const (
	SlotEngine Slot = "/*engine*/"
	SlotPDF    Slot = "/*pdf*/"
)

// Ask is what [Install] and [InstallPDF] make of a slot: the only text in which a slot
// means anything.
type Ask string

// The texts.
const (
	AskEngine Ask = Ask(beforeEngine + string(SlotEngine) + behind)
	AskPDF    Ask = Ask(beforePDF + string(SlotPDF) + behind)
)

// What stands around a script that a world may have already.
const (
	beforeEngine = "if(!globalThis." + string(Door) + "){"
	beforePDF    = "if(!globalThis." + string(PDFDoor) + "){"
	behind       = "\n}0"
)
