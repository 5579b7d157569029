import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../cells/use-texts.ts'
import { modelOf } from '../grid/model/models.ts'
import { answer } from '../grid/rows/answer.ts'
import { ListedQuestion, QuestionsDialog } from '../grid/view/questions-list.tsx'
import { QuestionsRegion } from '../grid/view/questions-part.tsx'
import { useSignal } from '../list/signal.ts'
import type { Definition } from '../list/types.ts'
import classes from './cards.module.css'

interface Props {
  definition: Definition
  onOpenRow: (rowId: string) => void
}

/** How many characters of each of the two values are shown; the record shows all of them. */
const MOST_CHARS = 40

/** Below cards: asks about a cell that somebody else changed too, and leads to the others. */
export function QuestionBar({ definition, onOpenRow }: Props) {
  const [isOpen, setOpen] = useState(false)
  const model = modelOf(definition.key)
  const asking = { model, definition, context: useTexts(definition) }
  const questions = useSignal(model.edits.questions)
  const [first] = questions
  return (
    <>
      <QuestionsRegion model={model} definition={definition} />
      {first && (
        <div className={classes.bar} data-asking>
          <ListedQuestion
            of={asking}
            question={first}
            most={MOST_CHARS}
            onVisit={() => onOpenRow(first.rowId)}
            onAnswer={(choice) => answer(model, [first], choice)}
          />
          {questions.length > 1 && (
            <Button size="compact-sm" variant="subtle" mt={6} onClick={() => setOpen(true)}>
              Review all {questions.length.toLocaleString()}
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <QuestionsDialog
          of={asking}
          onVisit={({ rowId }) => onOpenRow(rowId)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
