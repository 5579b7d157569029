import { focus, type GridHandle, isThere, loaded, select, selectedRange } from '../model/handle.ts'
import { at, type Range } from '../selection/selection.rules.ts'

/** Ticks the rows of a range, or unticks them if all are ticked. */
export async function pickRows(grid: GridHandle, range: Range | null): Promise<void> {
  if (!range || !(await loaded(grid, range))) return
  const { model } = grid
  const ids: string[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    const known = model.source.rowAt(row)
    if (known) ids.push(known.id)
  }
  const picked = new Set(model.picked.get())
  const all = ids.every((id) => picked.has(id))
  for (const id of ids) {
    if (all) picked.delete(id)
    else picked.add(id)
  }
  model.picked.set(picked)
}

export async function pickAll(grid: GridHandle): Promise<void> {
  const { model } = grid
  await model.source.counted()
  const { total } = model.source
  if (model.picked.get().size >= total) model.picked.set(new Set())
  else await pickRows(grid, { top: 0, bottom: total - 1, left: 0, right: 0 })
  if (!model.source.isCounted.get()) {
    model.edits.message.set('Only the rows loaded so far are selected: all of them are too many.')
  }
  focus(grid)
}

/** Moves the ticked rows to the trash, or else the selected ones. */
export async function removeRows(grid: GridHandle): Promise<void> {
  const { model, mayEdit } = grid
  if (!mayEdit) return
  const picked = [...model.picked.get()]
  const range = selectedRange(grid)
  if (picked.length === 0 && (!range || !(await loaded(grid, range)))) return
  const ids = picked.length > 0 ? picked : rowIds(grid, range!)
  const removing = model.edits.remove(ids)
  model.picked.set(new Set())
  const { active } = model.selection.get()
  select(grid, at(Math.min(active.row, model.source.total - 1), active.column))
  await removing
}

const rowIds = ({ model }: GridHandle, { top, bottom }: Range): string[] =>
  Array.from({ length: bottom - top + 1 }, (_, i) => model.source.rowAt(top + i)?.id).filter(
    isThere,
  )

/** Opens the selected row. A new one opens once it is saved, if it is still selected then. */
export async function openRow({ model, onOpenRow }: GridHandle): Promise<void> {
  const { source, edits, selection } = model
  const selected = () => source.idAt(selection.get().active.row)
  const id = selected()
  if (id === null) return
  if (source.news.get(id)) await edits.settled()
  const rowId = source.news.idOf(id)
  if (selected() === rowId && source.saved(rowId)) onOpenRow(rowId)
}
