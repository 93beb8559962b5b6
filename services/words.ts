/** The messages of the browser's language. */

/** Looks up a message and puts the substitutions; "" when there is none. */
export const lookup = (key: string, substitutions: string[]): string => chrome.i18n.getMessage(key, substitutions);
