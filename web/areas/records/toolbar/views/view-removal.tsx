import { useChange } from '../../../../service/api.ts'
import { ReasonDialog } from '../../../../ui/forms/reason-dialog.tsx'
import type { SavedView } from '../state/grid-state.rules.ts'

interface Props {
  definitionKey: string
  view: SavedView
  onRemoved: () => void
  onClose: () => void
}

/** Deletes a saved view after asking, since it cannot be undone. */
export function ViewRemoval({ definitionKey, view, onRemoved, onClose }: Props) {
  const remove = useChange('definitions.removeView', {
    shown: true,
    outdates: [['definitions', 'listViews']],
    onDone: onRemoved,
    onDoneHere: onClose,
  })
  return (
    <ReasonDialog
      title={`Delete the view “${view.name}”?`}
      verb="Delete view"
      danger
      saving={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { key: definitionKey, viewId: view.id } })}
    >
      No rows are deleted.{' '}
      {view.private ? '' : 'Everyone loses this view, and links to it will show all rows.'}
    </ReasonDialog>
  )
}
