import { useChange } from '../../../service/api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'

interface Props {
  definitionKey: string
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Asks before rows in the trash are deleted for good. */
export function PurgeDialog({ definitionKey: key, ids, onDone, onClose }: Props) {
  const purge = useChange('definitions.purgeRows', {
    shown: true,
    outdates: [['definitions', 'listRows']],
    onDone,
    onDoneHere: onClose,
  })
  const rows = ids.length === 1 ? '1 row' : `${ids.length} rows`
  return (
    <ReasonDialog
      title={`Delete ${rows} for good?`}
      verb={`Delete ${rows}`}
      danger
      saving={purge}
      onClose={onClose}
      onConfirm={() => purge.mutate({ params: { key }, body: { ids: [...ids] } })}
    >
      {ids.length === 1 ? 'Its' : 'Their'} history, comments and files are deleted too. You can’t
      undo this.
    </ReasonDialog>
  )
}
