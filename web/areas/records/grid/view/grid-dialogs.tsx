import { Suspense } from 'react'
import { later } from '../../../../parts.ts'
import { useSignal } from '../../list/signal.ts'
import type { GridHandle } from '../model/handle.ts'

const ConflictDialog = later(() => import('./dialogs.tsx').then((m) => m.ConflictDialog))
const BeyondDialog = later(() => import('./dialogs.tsx').then((m) => m.BeyondDialog))
const PasteReportDialog = later(() => import('./paste-report.tsx').then((m) => m.PasteReportDialog))

interface Props {
  grid: GridHandle
  /** Whether there are cards in place of the grid, so that what is named opens its record. */
  isPhone?: boolean
}

/** The grid's questions and reports, loaded when there is one. */
export function GridDialogs({ grid, isPhone = false }: Props) {
  const { model } = grid
  const question = useSignal(model.edits.question)
  const beyond = useSignal(model.beyond)
  const report = useSignal(model.report)
  return (
    <Suspense>
      {question && <ConflictDialog grid={grid} question={question} />}
      {beyond && <BeyondDialog question={beyond} />}
      {report?.open && <PasteReportDialog grid={grid} report={report} isPhone={isPhone} />}
    </Suspense>
  )
}
