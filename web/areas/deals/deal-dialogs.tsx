import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { AddSplitDialog } from './add-split-dialog.tsx'
import { ClawBackDialog } from './claw-back-dialog.tsx'
import { DealDialog } from './deal-dialog.tsx'
import { useDealView } from './deal-view.tsx'
import { DrawDialog } from './draw-dialog.tsx'
import { EditTermsDialog } from './edit-terms-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { PostingDialog } from './posting-dialog.tsx'
import { RetireDialog } from './retire-dialog.tsx'
import { SplitDoneDialog } from './split-done-dialog.tsx'
import type { SplitVerb } from './split-verbs.ts'
import type { Entry } from './types.ts'

/** What is being done on a deal's page. */
export type Act =
  | { verb: 'expect' | 'collect' | 'clawBack' | 'addSplit' | 'editDeal' }
  | { verb: 'splitDone'; entry: Entry }
  | { verb: SplitVerb; splitId: number }

interface Props {
  act: Act
  onAct: (act: Act | null) => void
}

/** The dialog of what is being done. */
export function DealDialogs({ act, onAct }: Props) {
  useReturnFocus()
  const { deal, splits } = useDealView()
  const onClose = () => onAct(null)
  const onSplit = (entry: Entry) => onAct({ verb: 'splitDone', entry })
  if ('entry' in act) return <SplitDoneDialog entry={act.entry} onClose={onClose} />
  if ('splitId' in act) {
    const split = splits.find(({ id }) => id === act.splitId)
    if (!split) return null
    const of = { split, onClose }
    if (act.verb === 'draw') return <DrawDialog {...of} />
    if (act.verb === 'edit') return <EditTermsDialog {...of} />
    if (act.verb === 'retire') return <RetireDialog {...of} />
    return <HoldDialog verb={act.verb} {...of} />
  }
  if (act.verb === 'editDeal') return <DealDialog deal={deal} onClose={onClose} />
  if (act.verb === 'addSplit') return <AddSplitDialog onClose={onClose} />
  if (act.verb === 'clawBack') return <ClawBackDialog onClose={onClose} onSplit={onSplit} />
  return <PostingDialog verb={act.verb} onClose={onClose} onSplit={onSplit} />
}
