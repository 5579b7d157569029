const TEXT =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"])'

/** Whether keys that an element gets go into a text, which has its own undo. */
export const takesText = (element: Element): boolean => element.matches(TEXT)

/** Whether keys go into a text or into cells, so that an answer that comes now must not take the focus. */
export const isTyping = (): boolean =>
  document.activeElement?.matches(`${TEXT}, [role="grid"]`) ?? false
