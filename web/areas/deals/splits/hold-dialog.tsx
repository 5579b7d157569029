import { useChange } from '../../../api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Split } from '../deal/types.ts'

interface Props {
  verb: 'hold' | 'release'
  split: Split
  onClose: () => void
}

/** Stops what is paid out of a split, or lets it go on. */
export function HoldDialog({ verb, split, onClose }: Props) {
  const { nameOf } = useDealView()
  const name = nameOf(split)
  const done = (message: string) => ({
    outdates: MONEY_MOVED,
    shown: true,
    onDone: () => {
      onClose()
      toastDone(message)
    },
  })
  const hold = useChange('accounting.hold', done(`The split of ${name} is held.`))
  const release = useChange('accounting.release', done(`The split of ${name} is released.`))
  const change = verb === 'hold' ? hold : release
  return (
    <ReasonDialog
      title={verb === 'hold' ? `Hold the split of ${name}` : `Release the split of ${name}`}
      verb={verb === 'hold' ? 'Hold' : 'Release'}
      reason="required"
      saving={change}
      refusal={refusalWith()}
      onClose={onClose}
      onConfirm={(reason) => change.mutate({ params: { id: split.id }, body: { reason } })}
    >
      {verb === 'hold'
        ? 'Money still comes to it, and nothing is paid out of it until it is released.'
        : 'What is unpaid can be drawn again, and requested draws can be paid.'}
    </ReasonDialog>
  )
}
