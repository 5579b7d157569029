const SCHEME = 'data-mantine-color-scheme'

/** Paper is white, so the page is printed in light, whichever scheme somebody works in. */
export function printInLight(): void {
  const root = document.documentElement
  let before: string | null = null
  window.addEventListener('beforeprint', () => {
    before ??= root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (before) root.setAttribute(SCHEME, before)
    before = null
  })
}
