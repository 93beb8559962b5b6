package chrome

// Engine stands for the page engine's script. The script itself never passes
// through Go, where a hundred kilobytes would be copied and quoted for every
// new document: the shim puts it in this place (serviceworker/engine.ts).
func Engine() string { return "/*engine*/" }

// PDF stands for the script that reads a PDF, in the same way.
func PDF() string { return "/*pdf*/" }
