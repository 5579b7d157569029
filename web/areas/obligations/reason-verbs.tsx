import { type Answer, useAnswer, useChange } from '../../api.ts'
import type { QueryName } from '../../queries.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { openStatuses } from './obligation.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'
import { Remedy } from './refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** What every one of these outdates and says. */
const change = (said: string, { obligation, onClose }: Props) => ({
  shown: true,
  outdates: [['obligations']] as QueryName[],
  onDone: (_: Answer<'obligations.cancel'>) => {
    toastDone(`${said} “${obligation.title}”`)
    onClose()
  },
})

export function CancelDialog(props: Props) {
  useReturnFocus()
  const { id, title, isRecurring } = props.obligation
  const { mutate, isPending, error } = useChange('obligations.cancel', change('Cancelled', props))
  const { data } = useAnswer('obligations.list', {
    query: { parentObligationId: id, status: openStatuses.join(','), limit: 100 },
  })
  const parts = data?.data.length ?? 0
  return (
    <ReasonDialog
      opened
      title={`Cancel “${title}”?`}
      verb="Cancel the obligation"
      keep="Keep it"
      reason="required"
      danger
      busy={isPending}
      error={error}
      remedy={<Remedy of={error} obligation={props.obligation} />}
      onClose={props.onClose}
      onConfirm={(reason) => mutate({ params: { id }, body: { reason } })}
    >
      For what was a mistake or fell away; it cannot be taken back.
      {parts > 0 &&
        ` Its ${parts === 1 ? 'open part is' : `${parts} open parts are`} cancelled too, with all below.`}
      {isRecurring && ' The series ends: no next one is made.'}
    </ReasonDialog>
  )
}

export function RejectDialog(props: Props) {
  useReturnFocus()
  const { id, title } = props.obligation
  const { mutate, isPending, error } = useChange('obligations.reject', change('Rejected', props))
  return (
    <ReasonDialog
      opened
      title={`Reject what was submitted for “${title}”`}
      verb="Reject"
      reason="required"
      busy={isPending}
      error={error}
      remedy={<Remedy of={error} obligation={props.obligation} />}
      onClose={props.onClose}
      onConfirm={(reason) => mutate({ params: { id }, body: { reason } })}
    >
      It is open again. Say what is missing.
    </ReasonDialog>
  )
}

export function ReopenDialog(props: Props) {
  useReturnFocus()
  const { id, title, isRecurring } = props.obligation
  const { mutate, isPending, error } = useChange('obligations.reopen', change('Reopened', props))
  return (
    <ReasonDialog
      opened
      title={`Reopen “${title}”`}
      verb="Reopen"
      reason="required"
      busy={isPending}
      error={error}
      remedy={<Remedy of={error} obligation={props.obligation} />}
      onClose={props.onClose}
      onConfirm={(reason) => mutate({ params: { id }, body: { reason } })}
    >
      For what was not met after all.
      {isRecurring && ' The next one of the series stays as it is, and no other is made.'}
    </ReasonDialog>
  )
}
