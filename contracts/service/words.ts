/** The messages of the browser's language. */
import { Words } from "../words/words";

export function createWords(): Words {
  return new Words((key, substitutions) => chrome.i18n.getMessage(key, substitutions));
}
