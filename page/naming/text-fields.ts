/** What text can be typed into. */

const notText = /^(checkbox|radio|button|submit|reset|image|file|hidden)$/;

/** keepsOwn reports whether typing goes to text that the page keeps itself (EditContext), as in an editor that draws its own lines. */
export function keepsOwn(el: Element): boolean {
  return !!(el as Element & { editContext?: unknown }).editContext;
}

/** takesText reports whether a text can be typed into el itself. */
export function takesText(el: Element): boolean {
  if (el.localName === "textarea") return true;
  if (el.localName === "input") return !notText.test((el as HTMLInputElement).type);
  return (el as HTMLElement).isContentEditable === true || keepsOwn(el);
}
