/** Whether somebody is in a text, so that an answer that comes now must not take the focus. */
export function isTyping(): boolean {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement)
    return !/checkbox|radio|file/.test(activeElement.type)
  return (
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLElement && activeElement.isContentEditable)
  )
}
