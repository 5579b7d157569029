const TEXTS =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"])'

/** Whether somebody is in a text, so that an answer that comes now must not take the focus. */
export const isTyping = (): boolean => document.activeElement?.matches(TEXTS) ?? false
