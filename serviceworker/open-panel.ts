/** The keyboard's way to the side panel. It is opened in the listener's own turn: later the browser no longer knows that the person asked. */
export function listen(): void {
  chrome.commands.onCommand.addListener((command, tab) => {
    if (command === "panel" && tab) void chrome.sidePanel.open({ windowId: tab.windowId }).catch(() => undefined); // the window has just gone
  });
}
