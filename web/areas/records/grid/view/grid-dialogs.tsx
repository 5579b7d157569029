import { lazy, Suspense } from 'react'
import { loadLater } from '../../../../parts.ts'
import type { Ground } from '../ground.ts'
import { useSignal } from '../signal.ts'

const ConflictDialog = lazy(() =>
  loadLater(() => import('./dialogs.tsx')).then((m) => ({ default: m.ConflictDialog })),
)
const BeyondDialog = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.BeyondDialog })))
const PasteReportDialog = lazy(() =>
  import('./paste-report.tsx').then((m) => ({ default: m.PasteReportDialog })),
)

interface Props {
  ground: Ground
  /** Whether there are cards in place of the grid, so that what is named opens its record. */
  isPhone?: boolean
}

/** The grid's questions and reports, loaded when there is one. */
export function GridDialogs({ ground, isPhone = false }: Props) {
  const { model } = ground
  const question = useSignal(model.edits.question)
  const beyond = useSignal(model.beyond)
  const report = useSignal(model.report)
  return (
    <Suspense>
      {question && <ConflictDialog ground={ground} question={question} />}
      {beyond && <BeyondDialog question={beyond} />}
      {report?.open && <PasteReportDialog ground={ground} report={report} isPhone={isPhone} />}
    </Suspense>
  )
}
