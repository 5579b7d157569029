import { useChange } from '../../../api.ts'
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
  const change = {
    outdates: [['workspace']],
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
        title={`Suspend ${name}?`}
        verb="Suspend"
        danger
        busy={suspend.isPending}
        error={suspend.error}
        onClose={onClose}
        onConfirm={() => suspend.mutate({ params, body: { status: 'suspended' } })}
      >
        Their sessions in this workspace end at once. You can reactivate the seat at any time.
      </ReasonDialog>
    )
  }
  return (
    <ReasonDialog
      opened
      title={`Remove ${name}?`}
      verb="Remove"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params })}
    >
      {status === 'invited'
        ? 'The invitation works no more. You can invite the person again.'
        : 'Their sessions in this workspace end at once. What they did stays, under their number; coming back takes a new invitation.'}
    </ReasonDialog>
  )
}
