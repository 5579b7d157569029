import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { plainText } from '../../cells/cell-text.rules.ts'
import type { Column } from '../../list/types.ts'
import { clear } from '../actions/edit-actions.ts'
import { type GridHandle, loaded, selectedRange } from '../model/handle.ts'
import type { Range } from '../selection/selection.rules.ts'
import { type Block, formatHtml, formatText } from './clipboard.rules.ts'

/** The last copy made here, so that pasting it here keeps what its text cannot express. */
export interface Copied {
  text: string
  values: unknown[][]
  columns: Column[]
}

let copied: Copied | null = null

/** The copy made here, if the clipboard still has it. */
export const copiedAs = (text: string): Copied | null =>
  copied && copied.text.trimEnd() === text.replaceAll('\r\n', '\n').trimEnd() ? copied : null

/** Copies the selection to the clipboard, as text and as a table. */
export async function copy(event: ClipboardEvent, grid: GridHandle): Promise<void> {
  const range = selectedRange(grid)
  if (!range) return
  event.preventDefault()
  if (isKnown(grid, range)) {
    const block = take(grid, range)
    event.clipboardData?.setData('text/plain', formatText(block))
    event.clipboardData?.setData('text/html', formatHtml(block))
  } else {
    if (!(await loaded(grid, range))) return
    try {
      await navigator.clipboard.writeText(formatText(take(grid, range)))
    } catch {
      toastFailure(new Error('The browser did not allow copying. Select fewer rows.'))
      return
    }
  }
  const cells = (range.bottom - range.top + 1) * (range.right - range.left + 1)
  grid.model.edits.message.set(
    `Copied ${cells.toLocaleString()} ${cells === 1 ? 'cell' : 'cells'}.`,
  )
}

export async function cut(event: ClipboardEvent, grid: GridHandle): Promise<void> {
  await copy(event, grid)
  await clear(grid, 'Cut cells')
}

function isKnown({ model }: GridHandle, { top, bottom }: Range): boolean {
  for (let row = top; row <= bottom; row++) if (!model.source.rowAt(row)) return false
  return true
}

function take({ model, layout, context }: GridHandle, range: Range): Block {
  const columns = layout.columns.slice(range.left, range.right + 1).map(({ column }) => column)
  const values: unknown[][] = []
  const block: Block = []
  for (let at = range.top; at <= range.bottom; at++) {
    const row = model.source.rowAt(at)
    values.push(columns.map(({ key }) => row?.cells[key] ?? null))
    block.push(columns.map((column) => plainText(column, row?.cells[column.key], row, context)))
  }
  copied = { text: formatText(block), values, columns }
  return block
}
