import { useAnswer, useChange } from '../../../service/api.ts'
import { ObligationDialog } from './obligation-dialog.tsx'
import { blankObligation } from './obligation-form.rules.ts'

interface Props {
  dealRowId: string | null
  /** The obligation it will be part of. */
  parentId?: number
  onClose: () => void
  onAdded: (id: number) => void
}

export function NewObligation({ dealRowId, parentId, onClose, onAdded }: Props) {
  const { data: workspace } = useAnswer('workspace.getWorkspace', {})
  const add = useChange('obligations.create', {
    shown: true,
    outdates: [['obligations']],
    onDoneHere: ({ data: { id } }) => onAdded(id),
  })
  if (!workspace) return null
  const { currency, timeZone } = workspace.data
  const given = { dealRowId: dealRowId ?? '', parentObligationId: parentId ? String(parentId) : '' }
  const blank = blankObligation(currency, null)
  return (
    <ObligationDialog
      title="New obligation"
      verb="Create"
      before={{ ...blank, ...given }}
      timeZone={timeZone}
      saving={add}
      onClose={onClose}
      onSend={({ title = '', ...changes }, form) =>
        add.mutate({
          body: {
            ...changes,
            title,
            obligationType: form.obligationType,
            responsibleParty: form.responsibleParty,
            ...(form.dealRowId ? { dealRowId: form.dealRowId } : {}),
            ...(form.parentObligationId
              ? { parentObligationId: Number(form.parentObligationId) }
              : {}),
          },
        })
      }
    />
  )
}
