import { Suspense } from 'react'
import { laterOrNothing } from '../../../../service/parts.ts'
import { useDerived } from '../../list/signal.ts'
import type { GridHandle } from '../model/handle.ts'
import type { GridModel } from '../model/model.ts'
import type { BesideProps } from './cell-questions.tsx'
import type { SaidProps } from './questions-said.tsx'

/** Loaded before anything is asked, which may be when the connection is away. */
export const loadQuestions = () => import('./questions.ts')
const CellQuestions = laterOrNothing(() => loadQuestions().then((m) => m.CellQuestions))
const Bar = laterOrNothing(() => loadQuestions().then((m) => m.QuestionsBar))
const Said = laterOrNothing(() => loadQuestions().then((m) => m.QuestionsSaid))

const useIsAsking = ({ edits }: GridModel): boolean =>
  useDerived(edits.questions, ({ length }) => length > 0)

/** Beside each cell that somebody else changed too: which change stays? */
export function QuestionsBeside(props: BesideProps) {
  return (
    useIsAsking(props.grid.model) && (
      <Suspense>
        <CellQuestions {...props} />
      </Suspense>
    )
  )
}

export function QuestionsBar({ grid }: { grid: GridHandle }) {
  return (
    useIsAsking(grid.model) && (
      <Suspense>
        <Bar grid={grid} />
      </Suspense>
    )
  )
}

/** Where it is said that somebody else changed a cell too. It is there before there is anything to say. */
export function QuestionsRegion(props: SaidProps) {
  const isAsking = useIsAsking(props.model)
  return (
    <span role="status" className="visually-hidden">
      <Suspense>{isAsking && <Said {...props} />}</Suspense>
    </span>
  )
}
