package chrome

// Log is the worker's console, for developers.
type Log struct{ Host Host }

// Line prints one line. It never blocks.
func (l Log) Line(line string) { l.Host.Post(ask("log").text("line", line).end()) }
