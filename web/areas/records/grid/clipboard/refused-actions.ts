import { focus, type GridHandle, select } from '../model/handle.ts'
import { marksOf, nextOf } from '../rows/report.rules.ts'
import { at } from '../selection/selection.rules.ts'

/** Goes to the next cell that the last paste refused, or to the previous one, and says why. */
export function visitRefused(grid: GridHandle, by: -1 | 1): void {
  const { model, layout } = grid
  const places = [...marksOf(model.report.get())].flatMap(([rowId, cells]) => {
    const row = model.source.placeOf(rowId)
    if (row === undefined) return []
    return [...cells].flatMap(([key, says]) => {
      const column = layout.columns.findIndex((one) => one.key === key)
      return column < 0 ? [] : [{ row, column, says }]
    })
  })
  const next = nextOf(places, model.selection.get().active, by)
  if (!next) {
    model.edits.message.set('No cell was refused.')
    return
  }
  select(grid, at(next.row, next.column))
  focus(grid)
  model.edits.message.set(`${layout.columns[next.column]!.column.name}: ${next.says}.`)
}
