/** Every row has this height, so a row's place can be calculated however many rows there are. */
export const ROW_HEIGHT = 32
/** Browsers stop drawing at about 17.8 million pixels: more rows than this share pixels. */
export const MOST_UNSCALED_ROWS = 550_000
const OVERSCAN = 6

export interface Scroll {
  /** How far the browser has scrolled. */
  top: number
  /** The height in which rows are seen. */
  height: number
}

/** The height of the scrolled content, in the browser's pixels. */
export const contentHeight = (count: number): number =>
  Math.min(count, MOST_UNSCALED_ROWS) * ROW_HEIGHT

/** How many pixels of rows pass for each pixel scrolled; 1 unless there are too many rows. */
export function scaleOf(count: number, height: number): number {
  const rows = count * ROW_HEIGHT
  const drawn = contentHeight(count)
  if (rows === drawn || drawn <= height) return 1
  return (rows - height) / (drawn - height)
}

export interface RowsInView {
  /** The first row to draw, and the one after the last. */
  from: number
  to: number
  /** What to add to a row's own offset to get where it is drawn in the scrolled content. */
  shift: number
}

export function rowsInView(count: number, { top, height }: Scroll): RowsInView {
  const offset = top * scaleOf(count, height)
  const from = Math.max(0, Math.floor(offset / ROW_HEIGHT) - OVERSCAN)
  const to = Math.min(count, Math.ceil((offset + height) / ROW_HEIGHT) + OVERSCAN)
  return { from: Math.min(from, to), to, shift: top - offset }
}

/** At least as many lines as are drawn at once. A line that leaves the view passes its element to one that enters. */
export const slotsIn = ({ height }: Scroll): number =>
  Math.ceil(height / ROW_HEIGHT) + 2 * OVERSCAN + 2

/** How far the browser has to scroll to show a row; `null` if it is visible already. */
export function topToShow(row: number, count: number, { top, height }: Scroll): number | null {
  const scale = scaleOf(count, height)
  const offset = top * scale
  const start = row * ROW_HEIGHT
  if (start < offset) return Math.max(0, start / scale)
  if (start + ROW_HEIGHT > offset + height) return (start + ROW_HEIGHT - height) / scale
  return null
}
