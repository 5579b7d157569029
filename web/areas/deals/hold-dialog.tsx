import { useChange } from '../../api.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { refusalWith } from './refusal.tsx'
import type { Stake } from './types.ts'

interface Props {
  verb: 'hold' | 'release'
  stake: Stake
  onClose: () => void
}

/** Stops what is paid out of a stake, or lets it go on. */
export function HoldDialog({ verb, stake, onClose }: Props) {
  const { nameOf } = useDealView()
  const name = nameOf(stake)
  const done = (message: string) => ({
    outdates: MONEY_MOVED,
    shown: true,
    onDone: () => {
      onClose()
      toastDone(message)
    },
  })
  const hold = useChange('accounting.hold', done(`The stake of ${name} is held.`))
  const release = useChange('accounting.release', done(`The stake of ${name} is released.`))
  const change = verb === 'hold' ? hold : release
  return (
    <ReasonDialog
      title={verb === 'hold' ? `Hold the stake of ${name}` : `Release the stake of ${name}`}
      verb={verb === 'hold' ? 'Hold' : 'Release'}
      reason="required"
      saving={change}
      refusal={refusalWith()}
      onClose={onClose}
      onConfirm={(reason) => change.mutate({ params: { id: stake.id }, body: { reason } })}
    >
      {verb === 'hold'
        ? 'Money still comes to it, and nothing is paid out of it until it is released.'
        : 'What is unpaid can be drawn again, and requested draws can be paid.'}
    </ReasonDialog>
  )
}
