import { useChange } from '../../../service/api.ts'
import type { QueryName } from '../../../service/queries.ts'
import { useSession } from '../../../service/session.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import type { Seat } from '../people/people.ts'

interface Props {
  seat: Seat
  intent: 'suspend' | 'remove'
  onClose: () => void
}

/** Asks before somebody is suspended or removed. */
export function LeavingDialog({ seat: { name, crmUserId, status }, intent, onClose }: Props) {
  const isMe = useSession().seat.crmUserId === crmUserId
  const [who, whose] = isMe ? ['yourself', 'Your'] : [name, 'Their']
  const outdates: QueryName[] = [['workspace']]
  const change = {
    outdates,
    shown: true,
    onDoneHere: onClose,
  }
  const suspend = useChange('workspace.updateSeat', change)
  const remove = useChange('workspace.removeSeat', change)
  const params = { crmUserId }
  if (intent === 'suspend') {
    return (
      <ReasonDialog
        title={`Suspend ${who}?`}
        verb="Suspend"
        danger
        saving={suspend}
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
      title={`Remove ${who}?`}
      verb="Remove"
      danger
      saving={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params })}
    >
      {status === 'invited'
        ? 'The invitation stops working. You can invite the person again.'
        : `${whose} sessions in this workspace end at once. What ${isMe ? 'you' : 'they'} did stays. To come back, ${isMe ? 'you' : 'they'} need a new invitation.`}
    </ReasonDialog>
  )
}
