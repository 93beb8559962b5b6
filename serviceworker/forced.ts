/**
 * The organisation's values. Just after Chrome has installed an extension by
 * policy it says for some seconds that there are none. Nobody acts until then:
 * the worker answers nothing before it has read them.
 */

/** For how many milliseconds an extension that was just installed by policy waits for its values. */
const patience = 10_000;

type Values = { [key: string]: unknown };

/** managedValues reads the managed area. An extension that has stored nothing yet is a new one. */
export async function managedValues(local: Promise<Values | undefined>): Promise<Values> {
  let changed = (): void => {};
  const change = new Promise<void>((done) => (changed = done));
  const heard = (_: unknown, area: string): void => {
    if (area === "managed") changed();
  };
  chrome.storage.onChanged.addListener(heard);
  try {
    const values = await chrome.storage.managed.get(null);
    if (some(values) || some((await local) ?? { unread: true })) return values;
    if ((await chrome.management.getSelf()).installType !== "admin") return values;
    const late = setTimeout(changed, patience);
    await change;
    clearTimeout(late);
    return await chrome.storage.managed.get(null);
  } finally {
    chrome.storage.onChanged.removeListener(heard);
  }
}

function some(values: Values): boolean {
  return Object.keys(values).length > 0;
}
