const TYPED =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"]), [role="grid"]'

/** Whether keys go into a text or into cells, so that an answer that comes now must not take the focus. */
export const isTyping = (): boolean => document.activeElement?.matches(TYPED) ?? false
