package chrome

// Engine stands for the page engine's script. The script itself never passes
// through Go, where a hundred kilobytes would be copied and quoted for every
// new document: the shim puts it in this place (serviceworker/engine.ts).
func Engine() string { return "/*engine*/" }
