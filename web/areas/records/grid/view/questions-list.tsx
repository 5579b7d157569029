import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useReturnFocus } from '../../../../ui/focus/use-return-focus.ts'
import { useTitleOf } from '../../../../ui/records/use-title-of.ts'
import { ConflictNotice } from '../../cells/conflict-notice.tsx'
import { conflictWords } from '../../cells/conflict-words.ts'
import { useSignal } from '../../list/signal.ts'
import type { GridHandle } from '../model/handle.ts'
import { answer } from '../rows/answer.ts'
import type { Question } from '../rows/questions.rules.ts'

/** How many of them the dialog draws. */
const MOST = 100

type Asking = Pick<GridHandle, 'model' | 'definition' | 'context'>

interface Props {
  of: Asking
  onVisit: (question: Question) => void
  onClose: () => void
}

/** All cells that somebody else changed too, wherever they are. Closing it chooses nothing. */
export function QuestionsDialog({ of: asking, onVisit, onClose }: Props) {
  useReturnFocus()
  const questions = useSignal(asking.model.edits.questions)
  const answerAll = (choice: 'mine' | 'theirs') => {
    answer(asking.model, questions, choice)
    onClose()
  }
  return (
    <Modal opened size="lg" onClose={onClose} title="Someone else changed these cells too">
      <Stack>
        {questions.slice(0, MOST).map((question) => (
          <ListedQuestion
            key={`${question.rowId} ${question.key}`}
            of={asking}
            question={question}
            onVisit={() => {
              onClose()
              onVisit(question)
            }}
            onAnswer={(choice) => {
              answer(asking.model, [question], choice)
              if (questions.length === 1) onClose()
            }}
          />
        ))}
        {questions.length > MOST && (
          <Text size="sm" c="dimmed">
            And {(questions.length - MOST).toLocaleString()} more.
          </Text>
        )}
        {questions.length > 1 && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => answerAll('theirs')}>
              Take all theirs
            </Button>
            <Button onClick={() => answerAll('mine')}>Keep all mine</Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

interface ListedProps {
  of: Asking
  question: Question
  /** How many characters of each value are shown. */
  most?: number
  onVisit: () => void
  onAnswer: (choice: 'mine' | 'theirs') => void
}

/** A question away from its cell, with the name of the cell, which leads there. */
export function ListedQuestion(props: ListedProps) {
  // Its buttons disappear with it.
  useReturnFocus()
  const { model, definition, context } = props.of
  const { rowId, key, drawn: mine, theirs } = props.question
  const titleOf = useTitleOf()
  const column = definition.columns.find((one) => one.key === key)
  const row = model.source.saved(rowId)
  if (!column) return null
  return (
    <Stack gap={4}>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={props.onVisit}>
        {row ? `${titleOf(row.cells, definition.columns)}, ${column.name}` : column.name}
      </Anchor>
      <ConflictNotice
        column={column}
        words={conflictWords(column, { mine, theirs }, row, context, props.most)}
        onAnswer={props.onAnswer}
      />
    </Stack>
  )
}
