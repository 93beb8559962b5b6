/** Cells and rows of a grid that take the focus from scripts, one after another: in a grid of a few, each of them is for pressing. */
import { allIn, attr, closestOf, hasAttr } from "../dom/native";
import { Memo } from "../common/memo";

const tags = new Set(["td", "th", "tr"]);
const roles = /^(gridcell|columnheader|rowheader|row)$/i;
/** A grid with more of them is data, and not a calendar, a palette or a list of choices. */
const most = 100;

const small = new Memo<Element, boolean>();

/** roving reports whether el is such a cell or row, or a cell of no grid. */
export function roving(el: Element, tag: string, given: string | null): boolean {
  if (!(given === null ? tags.has(tag) : roles.test(given.trim()))) return false;
  const grid = closestOf(el, "[role=grid],[role=treegrid]");
  if (given === "gridcell" && !grid && !closestOf(el, "table")) return true; // it stands alone
  return hasAttr(el, "tabindex") && grid !== null && attr(grid, "aria-hidden") !== "true" && small.get(grid, () => allIn(grid, "[tabindex]").length <= most);
}
