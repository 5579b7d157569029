let typed = ''
let stop = (): void => {}

/**
 * Collects what is typed until a field that is being loaded has the focus and takes it. Until then no key reaches the page
 * below.
 */
export function collectTyped(onEscape: () => void): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key.length === 1) typed += key
    event.preventDefault()
    event.stopPropagation()
  }
  typed = ''
  document.addEventListener('keydown', onKeyDown, true)
  stop = () => document.removeEventListener('keydown', onKeyDown, true)
}

/** The text typed so far; from now on the keys go where the focus is. */
export function takeTyped(): string {
  stop()
  const taken = typed
  typed = ''
  return taken
}
