import { useChange } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import type { QueryName } from '../../../queries.ts'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Seat } from '../people.ts'

interface Props {
  seat: Seat
  intent: 'suspend' | 'remove'
  onClose: () => void
}

/** Asks before somebody is kept out, for a while or for good. */
export function LeavingDialog({ seat: { name, crmUserId, status }, intent, onClose }: Props) {
  useReturnFocus()
  const isMe = useSession().seat.crmUserId === crmUserId
  const [who, whose] = isMe ? ['yourself', 'Your'] : [name, 'Their']
  const change = {
    outdates: [['workspace']] as QueryName[],
    shown: true,
    onDone: () => {
      toastDone(intent === 'suspend' ? `${name} is suspended.` : `${name} is removed.`)
      onClose()
    },
  }
  const suspend = useChange('workspace.updateSeat', change)
  const remove = useChange('workspace.removeSeat', change)
  const params = { crmUserId }
  if (intent === 'suspend') {
    return (
      <ReasonDialog
        opened
        title={`Suspend ${who}?`}
        verb="Suspend"
        danger
        busy={suspend.isPending}
        error={suspend.error}
        onClose={onClose}
        onConfirm={() => suspend.mutate({ params, body: { status: 'suspended' } })}
      >
        {whose} sessions in this workspace end at once.{' '}
        {isMe ? 'Another admin or owner can' : 'You can'} reactivate the seat at any time.
      </ReasonDialog>
    )
  }
  return (
    <ReasonDialog
      opened
      title={`Remove ${who}?`}
      verb="Remove"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params })}
    >
      {status === 'invited'
        ? 'The invitation works no more. You can invite the person again.'
        : `${whose} sessions in this workspace end at once. What ${isMe ? 'you' : 'they'} did stays; coming back takes a new invitation.`}
    </ReasonDialog>
  )
}
