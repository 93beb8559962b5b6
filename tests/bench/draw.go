package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The drawing's measures, in pixels: a panel for each curve, two beside each other.
const (
	panelWidth, panelHeight = 460, 300
	left, right, top, below = 56, 12, 34, 40
)

var colours = []string{"#2563eb", "#d97706", "#7c3aed", "#059669", "#dc2626"}

// draw draws curves as SVG, both axes in powers of ten.
func draw(curves []curve) []byte {
	var b strings.Builder
	rows := (len(curves) + 1) / 2
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">`+"\n", 2*panelWidth, rows*panelHeight)
	b.WriteString("<style>.i{fill:#1f2937}.g{stroke:#d1d5db}@media(prefers-color-scheme:dark){.i{fill:#e5e7eb}.g{stroke:#4b5563}}</style>\n")
	for i, c := range curves {
		fmt.Fprintf(&b, `<g transform="translate(%d,%d)">`+"\n", i%2*panelWidth, i/2*panelHeight)
		c.draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (c curve) draw(b *strings.Builder) {
	lowX, highX := math.Inf(1), math.Inf(-1)
	lowY, highY := math.Inf(1), math.Inf(-1)
	for _, l := range c.Lines {
		for _, p := range l.Points {
			lowX, highX = min(lowX, p.At), max(highX, p.At)
			if p.Cost > 0 {
				lowY, highY = min(lowY, p.Cost), max(highY, p.Cost)
			}
		}
	}
	lowY, highY = math.Pow(10, math.Floor(math.Log10(lowY))), math.Pow(10, math.Ceil(math.Log10(highY)))
	x := func(v float64) float64 {
		return left + (panelWidth-left-right)*math.Log(v/lowX)/math.Log(highX/lowX)
	}
	y := func(v float64) float64 {
		return panelHeight - below - (panelHeight-top-below)*math.Log(v/lowY)/math.Log(highY/lowY)
	}
	fmt.Fprintf(b, `<text class="i" x="%d" y="14" font-weight="bold">%s by %s</text>`+"\n", left, c.Unit, c.Of)
	for v := lowY; v <= highY*1.01; v *= 10 {
		fmt.Fprintf(b, `<line class="g" x1="%d" x2="%d" y1="%.0f" y2="%.0f"/><text class="i" x="%d" y="%.0f" text-anchor="end">%s</text>`+"\n",
			left, panelWidth-right, y(v), y(v), left-6, y(v)+4, number(v))
	}
	for _, p := range c.Lines[0].Points {
		fmt.Fprintf(b, `<text class="i" x="%.0f" y="%d" text-anchor="middle">%s</text>`+"\n", x(p.At), panelHeight-below+14, number(p.At))
	}
	for i, l := range c.Lines {
		var path []string
		for _, p := range l.Points {
			if p.Cost > 0 { // of a task under 50 ms the browser says nothing
				path = append(path, fmt.Sprintf("%.1f,%.1f", x(p.At), y(p.Cost)))
				fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>`, x(p.At), y(p.Cost), colours[i])
			}
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`, strings.Join(path, " "), colours[i])
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", left+8, top+i*13, colours[i], l.Name)
	}
}

// number writes a number as people do: 20k for 20,000.
func number(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v/1000, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
