// The buttons of a page that asks; what was answered is told with who asked.
const say = window.tell || parent.tell, who = location.pathname === 'srcdoc' ? 'srcdoc' : location.hostname;
for (const [id, ask] of Object.entries({
  alert: () => alert('Ask'), accept: () => confirm('Ask'), dismiss: () => confirm('Ask'),
  prompt: () => prompt('Ask', 'Ann'), print: () => print(), guard: () => { onbeforeunload = e => { e.preventDefault(); e.returnValue = 'x' } },
})) {
  const b = document.createElement('button');
  b.id = b.textContent = id;
  b.onclick = () => say('said', who + ' ' + id + ' ' + String(ask()));
  document.body.append(b);
}
