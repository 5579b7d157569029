import { useSignal } from '../../list/signal.ts'
import { cancelEdit, commitEdit, commitLater } from '../actions/edit-actions.ts'
import { pasteInto } from '../clipboard/use-clipboard.ts'
import type { GridHandle } from '../model/handle.ts'
import { at } from '../selection/selection.rules.ts'
import { CellEditor } from './cell-editor.tsx'

/** The editor of the cell being edited, if any. */
export function ActiveEditor({ grid, shift }: { grid: GridHandle; shift: number }) {
  const { model, layout, context } = grid
  const editing = useSignal(model.editing)
  useSignal(model.source.changed)
  const column = editing && layout.columns[editing.column]
  const place = editing ? model.source.placeOf(editing.rowId) : undefined
  if (!editing || !column || place === undefined) return null
  const row = model.source.rowAt(place)
  return (
    <CellEditor
      model={model}
      layout={layout}
      shift={shift}
      editing={editing}
      place={place}
      row={row}
      context={context}
      value={editing.before}
      onCommit={(...how) => commitEdit(grid, ...how)}
      onCommitLater={(...how) => commitLater(grid, ...how)}
      onCancel={() => cancelEdit(grid)}
      onPasteRows={(clip) => {
        cancelEdit(grid)
        model.selection.set(at(place, editing.column))
        void pasteInto(grid, clip)
      }}
    />
  )
}
