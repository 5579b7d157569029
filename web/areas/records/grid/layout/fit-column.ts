/**
 * The width in pixels that a column needs for its name and its cells. Only cells that are drawn are measured.
 *
 * @param header the column's heading.
 */
export function fittingWidth(header: HTMLElement, index: number): number {
  const drawn = header
    .closest('[role=grid]')!
    .querySelectorAll<HTMLElement>(`[role=gridcell][data-column="${index}"]`)
  return Math.max(widthIn(header), ...[...drawn].map(widthIn))
}

/** If one part of a cell stretches or shrinks, measures the content of that part rather than the room it has. */
function widthIn(cell: HTMLElement): number {
  const range = document.createRange()
  const parts = [...cell.children].filter((part) => getComputedStyle(part).position !== 'absolute')
  const flexible = parts.find((part) => getComputedStyle(part).flexGrow === '1')
  range.selectNodeContents(flexible ?? cell)
  const own = range.getBoundingClientRect().width
  const style = getComputedStyle(cell)
  const room = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight) + 2
  const gap = Number.parseFloat(style.columnGap) || 0
  if (!flexible) {
    const whole = parts.reduce((sum, part) => sum + part.scrollWidth + gap, -gap)
    return Math.ceil(Math.max(own, whole) + room)
  }
  const others = parts
    .filter((part) => part !== flexible)
    .reduce((sum, part) => sum + part.getBoundingClientRect().width + gap, 0)
  return Math.ceil(own + room + others)
}
