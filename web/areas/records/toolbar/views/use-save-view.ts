import { useChange } from '../../../../service/api.ts'
import { useMay, useSession } from '../../../../service/session.ts'
import type { Definition } from '../../list/types.ts'
import { type SavedView, viewBody } from '../state/grid-state.rules.ts'
import type { GridView } from '../state/use-grid-state.ts'

/** Saves the state into an existing view, for those who may change it. */
export function useSaveView({ key, columns }: Definition, { state, openView }: GridView) {
  const isAdmin = useMay('admin')
  const { seat } = useSession()
  const update = useChange('definitions.updateView', { outdates: [['definitions', 'listViews']] })
  return {
    mine: ({ createdBy, private: own }: SavedView): boolean =>
      createdBy === `user:${seat.crmUserId}` || (!own && isAdmin),
    // The view opens once the list of views has the saved state.
    save: ({ id }: SavedView): void =>
      update.mutate(
        { params: { key, viewId: id }, body: viewBody({ columns }, state) },
        { onSuccess: () => openView(id) },
      ),
  }
}
