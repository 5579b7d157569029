import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import { DealDialog } from './deal/deal-dialog.tsx'
import { useDealView } from './deal/deal-view.tsx'
import { DrawDialog } from './draws/draw-dialog.tsx'
import { ClawBackDialog } from './ledger/claw-back-dialog.tsx'
import { PostingDialog } from './ledger/posting-dialog.tsx'
import { AddSplitDialog } from './splits/add-split-dialog.tsx'
import { EditTermsDialog } from './splits/edit-terms-dialog.tsx'
import { HoldDialog } from './splits/hold-dialog.tsx'
import { RetireDialog } from './splits/retire-dialog.tsx'
import type { SplitVerb } from './splits/split-verbs.ts'

/** The action in progress on a deal's page. */
export type Act =
  | { verb: 'expect' | 'collect' | 'clawBack' | 'addSplit' | 'editDeal' }
  | { verb: SplitVerb; splitId: number }

interface Props {
  act: Act
  onAct: (act: Act | null) => void
  /** Shows a split with its draws. */
  onShow: (splitId: number) => void
}

/** The dialog of the action in progress. */
export function DealDialogs({ act, onAct, onShow }: Props) {
  useReturnFocus()
  const { deal, splits } = useDealView()
  const onClose = () => onAct(null)
  if ('splitId' in act) {
    const split = splits.find(({ id }) => id === act.splitId)
    if (!split) return null
    const of = { split, onClose }
    if (act.verb === 'draw') return <DrawDialog {...of} onShow={() => onShow(split.id)} />
    if (act.verb === 'edit') return <EditTermsDialog {...of} />
    if (act.verb === 'retire') return <RetireDialog {...of} />
    return <HoldDialog verb={act.verb} {...of} />
  }
  if (act.verb === 'editDeal') return <DealDialog deal={deal} onClose={onClose} />
  if (act.verb === 'addSplit') return <AddSplitDialog onClose={onClose} />
  if (act.verb === 'clawBack') return <ClawBackDialog onClose={onClose} />
  return <PostingDialog verb={act.verb} onClose={onClose} />
}
