/**
 * Every state of one page beside one another, each in a frame of its own size:
 *
 *   index.html?sheet=popup&theme=dark&width=380&height=600&scale=0.5&columns=8
 *
 * lang, dir, from and count choose; a popup's frame is only as high as what it
 * shows. The root says data-ready when every frame has been drawn.
 */
import { render } from "preact";

/** What a story says to the sheet that holds it. */
export interface Drawn {
  drawn: string;
  height: number;
}

export function sheet(q: URLSearchParams, all: string[], root: Element): void {
  const of = q.get("sheet") ?? "";
  const num = (name: string, or: number) => Number(q.get(name)) || or;
  const [width, height, scale] = [num("width", 380), num("height", 600), num("scale", 1)];
  const names = all.slice(num("from", 0), num("from", 0) + num("count", all.length));
  const waiting = new Set(names);
  addEventListener("message", (e: MessageEvent<Drawn>) => {
    const frame = document.getElementById(e.data.drawn) as HTMLIFrameElement | null;
    if (!frame) return;
    const shown = of === "popup" ? Math.min(height, e.data.height) : height;
    frame.style.height = `${shown}px`;
    if (frame.parentElement) frame.parentElement.style.height = `${shown * scale}px`;
    waiting.delete(e.data.drawn);
    if (waiting.size === 0) requestAnimationFrame(() => requestAnimationFrame(() => (document.documentElement.dataset.ready = "")));
  });
  const columns = num("columns", 4);
  const gap = 14;
  const story = (name: string) => {
    const s = new URLSearchParams({ page: of, story: name });
    for (const key of ["theme", "lang", "dir"]) if (q.has(key)) s.set(key, q.get(key) ?? "");
    return `?${s}`;
  };
  document.body.style.cssText = `margin:0;padding:${gap}px;width:${columns * (width * scale + gap) - gap}px;columns:${columns};column-gap:${gap}px;background:light-dark(#d8d8e2,#000);box-sizing:content-box`;
  render(
    names.map((name) => (
      <figure key={name} style={{ margin: `0 0 ${gap}px`, breakInside: "avoid" }}>
        <figcaption style={{ font: "11px system-ui", color: "light-dark(#333,#bbb)", paddingBlockEnd: "3px" }}>{name}</figcaption>
        <div style={{ width: `${width * scale}px`, height: `${height * scale}px`, overflow: "hidden", borderRadius: "4px" }}>
          <iframe id={name} title={name} src={story(name)} scrolling="no" style={{ width: `${width}px`, height: `${height}px`, border: "0", transform: `scale(${scale})`, transformOrigin: "0 0" }} />
        </div>
      </figure>
    )),
    root,
  );
}

/** Tells the sheet, if there is one, that a story is drawn. */
export function drawn(name: string): void {
  if (parent === window) return;
  const box = (document.querySelector(".popup") ?? document.documentElement).getBoundingClientRect();
  parent.postMessage({ drawn: name, height: Math.ceil(box.height) } satisfies Drawn, "*");
}
