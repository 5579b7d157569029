import { useChange } from '../../../api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { SavedView } from './grid-state.rules.ts'

interface Props {
  definitionKey: string
  view: SavedView
  onRemoved: () => void
  onClose: () => void
}

/** Deletes a saved view, once that is sure: there is no way back. */
export function ViewRemoval({ definitionKey, view, onRemoved, onClose }: Props) {
  const remove = useChange('definitions.removeView', {
    shown: true,
    outdates: [['definitions', 'listViews']],
    onDone: () => {
      onClose()
      onRemoved()
      toastDone(`“${view.name}” is deleted.`)
    },
  })
  return (
    <ReasonDialog
      title={`Delete the view “${view.name}”?`}
      verb="Delete the view"
      danger
      saving={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { key: definitionKey, viewId: view.id } })}
    >
      The rows stay. {view.private ? '' : 'Everybody loses the view; links to it show all rows.'}
    </ReasonDialog>
  )
}
