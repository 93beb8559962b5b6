// The search of the site, in the browser alone: the index is a script beside it,
// which is loaded when somebody begins to search.

/** find returns the rows that have every word, those first that have them in a heading. */
function find(rows, query, most = 20) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = [];
  for (const row of rows) {
    const [page, heading, text] = [row.p, row.h, row.x].map((s) => s.toLowerCase());
    let score = 0;
    for (const word of words) {
      const one = (heading.includes(word) ? 10 : 0) + (page.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
      if (one === 0) {
        score = 0;
        break;
      }
      score += one;
    }
    if (score > 0) hits.push({ row, score: row.u.startsWith("docs/adr/") ? score / 2 : score });
  }
  hits.sort((a, b) => b.score - a.score);
  return hits.slice(0, most).map((hit) => hit.row);
}

/** around is the part of a text that has the first of the words. */
function around(text, query) {
  const low = text.toLowerCase();
  const at = Math.max(0, ...query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => low.indexOf(word)));
  const from = Math.max(0, at - 60);
  return (from > 0 ? "…" : "") + text.slice(from, at + 120) + (text.length > at + 120 ? "…" : "");
}

function begin(box, list, up) {
  let loading;
  const load = () =>
    (loading ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = `${up}search-index.js`;
      script.onload = () => done(globalThis.buaIndex);
      script.onerror = failed;
      document.head.append(script);
    }));
  box.addEventListener("focus", () => void load());
  box.addEventListener("input", async () => {
    const rows = await load();
    const query = box.value;
    list.replaceChildren(
      ...find(rows, query).map((row) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = up + row.u;
        link.textContent = row.h === row.p ? row.p : `${row.p}: ${row.h}`;
        const text = document.createElement("p");
        text.textContent = around(row.x, query);
        item.append(link, text);
        return item;
      }),
    );
    list.hidden = query.trim() === "";
    if (!list.hidden && list.children.length === 0) {
      const none = document.createElement("li");
      none.textContent = "Nothing has all of these words.";
      list.append(none);
    }
  });
}

if (globalThis.document) {
  const box = document.querySelector("#search");
  begin(box, document.querySelector("#found"), box.dataset.up);
}
