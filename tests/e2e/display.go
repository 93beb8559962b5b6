package e2e

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Screen is a display of the test's own: an X server with a window manager, which no
// monitor shows.
type Screen struct {
	// file is where the server keeps what it shows, as XWD.
	file string
}

// Display starts one for the test, which is skipped where a program is missing: one of
// its own, or xdotool for a test that presses.
func Display(tb testing.TB, further ...string) *Screen {
	tb.Helper()
	for _, tool := range append([]string{"Xvfb", "openbox", "xprop"}, further...) {
		if _, err := exec.LookPath(tool); err != nil {
			tb.Skipf("%s is missing; Debian: apt-get install xvfb openbox x11-utils xdotool", tool)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	dir := tb.TempDir()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-fbdir", dir)
	x.ExtraFiles = []*os.File{w}
	Begin(tb, x)
	_ = w.Close()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		tb.Fatal("Xvfb did not start: ", err)
	}
	tb.Setenv("DISPLAY", ":"+strings.TrimSpace(line))
	Begin(tb, exec.Command("openbox"))
	return &Screen{filepath.Join(dir, "Xvfb_screen0")}
}

// Begin starts a program and ends it with the test.
func Begin(tb testing.TB, c *exec.Cmd) {
	tb.Helper()
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}

// Move moves the pointer.
func (s *Screen) Move(tb testing.TB, to image.Point) {
	tb.Helper()
	s.do(tb, "mousemove", fmt.Sprint(to.X), fmt.Sprint(to.Y))
}

// Press presses a button of the pointer where it is: 1 is the left one, 3 the right one.
func (s *Screen) Press(tb testing.TB, button int) { tb.Helper(); s.do(tb, "click", fmt.Sprint(button)) }

// Key presses keys together, as "alt+shift+b".
func (s *Screen) Key(tb testing.TB, keys string) { tb.Helper(); s.do(tb, "key", keys) }

// Type types a text.
func (s *Screen) Type(tb testing.TB, text string) {
	tb.Helper()
	s.do(tb, "type", "--delay", "20", text)
}

func (s *Screen) do(tb testing.TB, args ...string) {
	tb.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		tb.Fatalf("xdotool %v: %v %s", args, err, out)
	}
}

// Look returns what the screen shows now.
func (s *Screen) Look(tb testing.TB) image.Image {
	tb.Helper()
	data, err := os.ReadFile(s.file)
	if err != nil {
		tb.Fatal(err)
	}
	// The head of an XWD file is of 32-bit numbers, the most significant byte first.
	field := func(n int) int { return int(binary.BigEndian.Uint32(data[4*n:])) }
	if len(data) < 100 || field(1) != 7 || field(11) != 32 {
		tb.Fatal("the display's picture is not XWD of 32 bits for a pixel")
	}
	width, height, stride := field(4), field(5), field(12)
	pixels := data[field(0)+12*field(19):]
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p := pixels[y*stride+4*x:]
			m.SetRGBA(x, y, color.RGBA{p[2], p[1], p[0], 255})
		}
	}
	return m
}
