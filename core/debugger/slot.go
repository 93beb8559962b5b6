package debugger

import "github.com/zapvol/bua/core/internal/engine"

// EngineSlot stands for the source of the page engine, where the host puts it into the
// command itself: see [New].
func EngineSlot() string { return string(engine.SlotEngine) }

// PDFSlot stands for the source of what reads a PDF, in the same way.
func PDFSlot() string { return string(engine.SlotPDF) }
