import { openStatuses } from '../../../../shared/obligation-states.ts'
import { useAnswer, useChange } from '../../../service/api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { RefusalRemedy } from '../../../ui/obligations/refusal-remedy.tsx'
import { OBLIGATIONS } from '../../../ui/obligations/undo-completion.ts'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** The options that these changes share. */
const change = ({ onClose }: Props) => ({ shown: true, outdates: OBLIGATIONS, onDoneHere: onClose })

export function CancelDialog(props: Props) {
  const { id, title, isRecurring } = props.obligation
  const saving = useChange('obligations.cancel', change(props))
  const { data } = useAnswer('obligations.list', {
    query: { parentObligationId: id, status: openStatuses.join(','), limit: 100 },
  })
  const parts = data?.data.length ?? 0
  return (
    <ReasonDialog
      title={`Cancel “${title}”?`}
      verb="Cancel obligation"
      cancel="Keep it"
      reason="required"
      danger
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={props.obligation} />}
      onClose={props.onClose}
      onConfirm={(reason) => saving.mutate({ params: { id }, body: { reason } })}
    >
      For mistakes, and for obligations that are no longer needed. Cancelled ones can’t be reopened.
      {parts > 0 &&
        ` ${parts === 1 ? 'The open part is' : `${parts} open parts are`} cancelled too.`}
      {isRecurring && ' The series ends, and no new one is created.'}
    </ReasonDialog>
  )
}

export function RejectDialog(props: Props) {
  const { id, title } = props.obligation
  const saving = useChange('obligations.reject', change(props))
  return (
    <ReasonDialog
      title={`Reject what was submitted for “${title}”`}
      verb="Reject"
      reason="required"
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={props.obligation} />}
      onClose={props.onClose}
      onConfirm={(reason) => saving.mutate({ params: { id }, body: { reason } })}
    >
      The status goes back to open. Say what is missing.
    </ReasonDialog>
  )
}

export function ReopenDialog(props: Props) {
  const { id, title, isRecurring } = props.obligation
  const saving = useChange('obligations.reopen', change(props))
  return (
    <ReasonDialog
      title={`Reopen “${title}”`}
      verb="Reopen"
      reason="required"
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={props.obligation} />}
      onClose={props.onClose}
      onConfirm={(reason) => saving.mutate({ params: { id }, body: { reason } })}
    >
      For an obligation that turns out not to have been met.
      {isRecurring && ' The next one in the series doesn’t change.'}
    </ReasonDialog>
  )
}
