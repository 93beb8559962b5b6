(() => {
  const name = (t) => (t && (t.id || t.name || (t.tagName || "document").toLowerCase())) || "window";
  // A site that the agent is kept from is asked for nothing, so another host is told.
  const witness = location.hostname.endsWith(".test") ? `http://witness.test:${location.port}/witness` : "/witness";
  const tell = (type, target, trusted, detail) => navigator.sendBeacon(witness, JSON.stringify({
    at: Date.now(), page: location.pathname, host: location.hostname, type, target, trusted, detail: String(detail ?? "") }));
  window.tell = (type, detail) => tell(type, "page", false, detail);
  const on = (type, detail) => addEventListener(type, (e) => {
    const target = e.composedPath()[0] || e.target;
    tell(type, name(target), e.isTrusted, detail ? detail(e, target) : "");
  }, true);
  for (const type of ["mousedown", "mouseup", "click", "dblclick", "contextmenu", "submit", "focusin"]) on(type);
  for (const type of ["keydown", "keyup"]) on(type, (e) => [e.ctrlKey && "Control", e.altKey && "Alt", e.shiftKey && "Shift", e.metaKey && "Meta", e.key].filter(Boolean).join("+") + " " + e.code + " " + e.keyCode);
  for (const type of ["input", "change"]) on(type, (e, t) => t.type === "checkbox" || t.type === "radio" ? t.checked : t.isContentEditable ? t.textContent : t.value);
  on("mouseover");
  let scrolls;
  addEventListener("scroll", (e) => { clearTimeout(scrolls); scrolls = setTimeout(() => tell("scroll", name(e.target), e.isTrusted, e.target.scrollTop ?? scrollY), 50); }, true);
})();
