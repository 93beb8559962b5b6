/** Which elements are not acted on: what is hidden, disabled, or behind an open dialog. */
import { contains } from "../dom/tree";
import { Fault } from "../common/fault";
import { modalOf } from "../naming/modal";
import { isDisabled } from "../naming/names";
import { documentOf } from "../dom/native";
import { pointOut } from "../naming/registry";
import { rendered } from "../dom/visibility";

/** refuseHidden fails where el is not shown, or is behind a dialog. */
export function refuseHidden(el: Element, what = "field", shown = rendered(el)): void {
  if (!shown) throw new Fault("element_not_found", `The ${what} is there but not visible; open what hides it, or extract and pick another.`);
  refuseBehind(el);
}

/** refuseDisabled fails where el is disabled. */
export function refuseDisabled(el: Element, what = "field"): void {
  if (isDisabled(el)) throw new Fault("invalid_action", `The ${what} is disabled; do first what enables it, then extract again.`);
}

/** refuseBehind fails where el is behind an open dialog. */
export function refuseBehind(el: Element, front = modalOf(documentOf(el))): void {
  if (front && !contains(front, el)) throw new Fault("invalid_action", `The element is behind the open ${pointOut(front)}; answer or close that first.`);
}
