/**
 * The service worker. Its first turn registers every listener and starts the
 * core; the rest is the core's, in Go (see wasm/).
 */
import "./compile"; // first
import { early } from "./early";
import { Life } from "./life";
import { listen } from "./listeners";
import { listen as panelKey } from "./open-panel";
import { listen as welcome } from "./welcome";

/** Exported for the specs' own entry point; the product's bundle exports nothing. */
export const life = new Life();
early.begin();
listen(life.tell);
life.messages.listen();
life.panels.listen();
life.agent.listen();
// Keys of models are kept here. No script in a page may read them, whoever puts one there.
void chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
life.toolbar.listen();
life.notices.listen();
life.menu.listen();
panelKey();
welcome();

// Chrome forgets alarms of an unpacked extension now and then, so it is set at
// every start. It bounds how long a killed worker is away. Half a minute is the
// shortest period of a packed extension; an unpacked one, which has no
// update_url, may wake sooner.
const packed = "update_url" in chrome.runtime.getManifest();
void chrome.alarms.create("wake", { periodInMinutes: packed ? 0.5 : 1 / 12 });
void life.start();
