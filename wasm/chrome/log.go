package chrome

// Log is the worker's console, for developers.
type Log struct{ Host Host }

// Line prints one line. It never blocks.
func (l Log) Line(line string) { logCall{Line: line}.Post(l.Host) }
