package debugger

import (
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

const (
	quality = 80
	// maxSide is the longest side of a picture, in device pixels: Chrome's
	// compositor draws nothing beyond it.
	maxSide = 16_000
	// maxPicture is the size in bytes of a picture in base64; with its
	// envelope it must stay under protocol.MaxFromExtension.
	maxPicture = protocol.MaxFromExtension - 64<<10
	// captureLimit bounds one capture: a page that never draws a frame never
	// gives a picture.
	captureLimit = 10 * time.Second
)

// screenshot takes a JPEG with the values of secret fields hidden. A picture that is too large for the wire is taken
// again at a lower quality, then shorter, and the result says so.
func screenshot(r *run, a protocol.Screenshot) (protocol.Result, error) {
	stop := r.d.clock.AfterFunc(captureLimit, func() {
		r.cancel(protocol.NewError(protocol.CodeTimeout, "the page drew no picture within "+seconds(captureLimit)+"; it may be busy: wait_for an element, then try again"))
	})
	defer stop()
	for try := 0; ; try++ {
		res, err := picture(r, a)
		if err != errUncovered || try == 2 {
			return res, err
		}
		// A frame that came meanwhile, or a page that undoes covers: never told.
	}
}

// picture is screenshot once.
func picture(r *run, a protocol.Screenshot) (protocol.Result, error) {
	covers, show, err := mask(r, a.Hide)
	if err != nil {
		return nil, err
	}
	defer show()
	var size pageSize
	var said []string
	if a.FullPage {
		var err error
		if size, err = measure(r); err != nil {
			return nil, err
		}
		if full := size.height; full > size.tallest() {
			size.height = size.tallest()
			said = append(said, "the picture shows the first "+pixels(size.height)+" of "+pixels(full)+"; scroll and take the viewport for the rest")
		}
	}
	q := quality
	for {
		data, err := capture(r, q, size, covers)
		if err != nil {
			return nil, err
		}
		if len(data) <= maxPicture {
			if err := r.refuseShown(a.Hide); err != nil {
				return nil, err
			}
			if q != quality {
				said = append(said, "the picture has a lower quality ("+strconv.Itoa(q)+") to fit the size limit")
			}
			fx := r.effects(protocol.Effects{Unsettled: strings.Join(said, "; ")}, "")
			return protocol.ScreenshotResult{DataURL: "data:image/jpeg;base64," + data, Effects: fx}, nil
		}
		switch {
		case q > 40:
			q = 40
		case size.height > 1000:
			size.height /= 2
			said = []string{"the picture shows only the first " + pixels(size.height) + " to fit the size limit; scroll and take the viewport for the rest"}
		default:
			return nil, protocol.NewError(protocol.CodeInternal, "the picture is larger than a message may be; take the viewport instead of the full page, or make the window smaller")
		}
	}
}

// mask hides the values of secret fields, what shows one of these texts, and the
// frames that the guard refuses, which it covers, until show is called.
func mask(r *run, hide []string) (c covers, show func(), err error) {
	var shows []func()
	show = func() {
		for _, f := range shows {
			f()
		}
	}
	var drawn, still []func() ([]byte, error)
	changed := false // the page shows less than it did
	for _, session := range r.homes() {
		r := r.in(session)
		found, err := r.textsShown(hide, false)
		mask, out := &engine.Mask{Hide: found}, []byte(nil)
		if err == nil {
			out, err = r.call(engine.Do(mask))
		}
		if err != nil {
			if session != "" {
				continue // the frame went away
			}
			show()
			return c, nil, err
		}
		world, _, err := r.world()
		if err != nil {
			return c, show, err
		}
		to := Target{Tab: r.t.id, Session: r.route(session)}
		switch {
		case mask.Answer(out).Hidden == 0:
		case to.Session == "":
			changed = true
		default: // what another process draws comes into the picture in its own time
			drawn = append(drawn, r.d.start(r.ctx, to, "Runtime.evaluate", inWorld(world, drawnWithin(sideLimit))))
		}
		still = append(still, r.d.start(r.ctx, to, "Runtime.evaluate", inWorld(world, endTransitions)))
		shows = append(shows, func() {
			r.d.start(r.ctx, to, "Runtime.evaluate", new(scan.Object).Str("expression", engine.Do(&engine.Unmask{})).Num("contextId", world).JSON())
		})
	}
	for _, wait := range drawn {
		_, _ = wait() // a frame that went away shows nothing
	}
	c, err = r.hideRefused()
	shows = append(shows, func() { r.showRefused(c) })
	for _, wait := range still {
		out, _ := wait() // a frame that went away shows nothing
		ended := scan.WholeAt(out, "result", "value")
		changed = changed || ended > 0
		if ended < 0 && err == nil {
			err = errUndrawn
		}
	}
	if err == nil && (changed || len(c.list) > 0) {
		err = r.redrawn()
	}
	if err != nil {
		show()
		return c, nil, err
	}
	return c, show, nil
}

func pixels(n int) string { return strconv.Itoa(n) + " px" }

// pageSize is the size of the whole page in CSS pixels, and what one of them
// is in thousandths of a device pixel; zero means viewport.
type pageSize struct{ width, height, scale int }

// tallest is the height that can be drawn at this width.
func (p pageSize) tallest() int { return maxSide * 1000 / p.scale }

// measure asks the browser for it.
func measure(r *run) (pageSize, error) {
	out, err := r.send("Page.getLayoutMetrics", nil)
	if err != nil {
		return pageSize{}, err
	}
	m := scan.Members(out, "cssContentSize", "contentSize")
	css, device := scan.Members(m[0], "width", "height"), scan.Members(m[1], "width")
	p := pageSize{width: max(scan.Whole(css[0]), 1), height: max(scan.Whole(css[1]), 1), scale: 1000}
	if d := scan.Whole(device[0]); d > p.width {
		p.scale = d * 1000 / p.width
	}
	p.width = min(p.width, p.tallest())
	return p, nil
}

// capture takes one picture and returns its base64; c are the covers on the page.
func capture(r *run, q int, size pageSize, c covers) (string, error) {
	o := new(scan.Object).Str("format", "jpeg").Num("quality", q)
	if size.height > 0 {
		o = o.Bool("captureBeyondViewport", true).Raw("clip",
			string(new(scan.Object).Num("x", 0).Num("y", 0).Num("width", size.width).Num("height", size.height).Num("scale", 1).JSON()))
	}
	stop := r.drawAgainSoon()
	out, err := r.send("Page.captureScreenshot", o.JSON())
	stop()
	if err != nil {
		return "", err
	}
	if !r.stillCovered(c, r.refused(), coverHolds) || !r.nothingNewShown() {
		return "", errUncovered
	}
	return scan.TextAt(out, "data"), nil
}
