/** What the browser itself keeps the extension from. */

/** An origin as the browser writes a permission for it, which knows no port. */
export function pattern(origin: string): string {
  return `${origin.replace(/:\d+$/, "")}/*`;
}

/** The browser's names of the permission to reach this computer; they have changed, and an unknown one is refused. */
const names = ["loopback-network", "local-network-access"];

/**
 * Reports whether the person, or an organisation, has denied the extension the
 * programs of this computer. Anything else that stands in between cannot be
 * told from a backend that is not there: a socket that another extension, a
 * shield of the browser or a firewall refuses fails in the same way.
 */
export async function localDenied(): Promise<boolean> {
  for (const name of names) {
    try {
      if ((await navigator.permissions.query({ name: name as PermissionName })).state === "denied") return true;
    } catch {
      // This browser has another name for it, or none.
    }
  }
  return false;
}
