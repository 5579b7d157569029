import { useChange } from '../../service/api.ts'
import { toastDone } from '../toasts/toasts.tsx'
import { columnQueries } from './column-queries.ts'
import type { Column } from './definition.ts'

/** Moves a column to the trash, and offers to undo it. */
export function useColumnRemoval(key: string): (column: Column) => void {
  const restore = useChange('definitions.restoreColumn', { outdates: columnQueries })
  const remove = useChange('definitions.removeColumn', { outdates: columnQueries })
  return ({ id, name }) =>
    remove.mutate(
      { params: { key, column: id } },
      {
        onSuccess: () =>
          toastDone(`Column “${name}” moved to the trash. You can restore it for 30 days.`, () =>
            restore.mutate({ params: { key, column: id } }),
          ),
      },
    )
}
