import { useChange } from '../../../service/api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Split } from '../deal/types.ts'

interface Props {
  verb: 'hold' | 'release'
  split: Split
  onClose: () => void
}

/** Stops payments from a split, or allows them again. */
export function HoldDialog({ verb, split, onClose }: Props) {
  const { money, nameOf } = useDealView()
  const name = nameOf(split)
  const how = { outdates: MONEY_MOVED, shown: true, onDoneHere: onClose }
  const hold = useChange('accounting.hold', how)
  const release = useChange('accounting.release', how)
  const change = verb === 'hold' ? hold : release
  return (
    <ReasonDialog
      title={verb === 'hold' ? `Hold ${name}’s split` : `Release ${name}’s split`}
      verb={verb === 'hold' ? 'Hold' : 'Release'}
      reason="required"
      saving={change}
      refusal={refusalWith(money)}
      onClose={onClose}
      onConfirm={(reason) => change.mutate({ params: { id: split.id }, body: { reason } })}
    >
      {verb === 'hold'
        ? 'It still collects money, but nothing is paid out until you release it.'
        : 'The balance can be drawn again, and requested draws can be paid.'}
    </ReasonDialog>
  )
}
