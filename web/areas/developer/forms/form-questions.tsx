import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Definition } from '../../../ui/columns/definition.ts'
import { AddQuestion } from './add-question.tsx'
import { type Column, moveQuestion, type Question } from './form-draft.rules.ts'
import classes from './forms.module.css'
import { QuestionItem } from './question-item.tsx'
import { useSorting } from './use-sorting.ts'

interface Props {
  definition: Definition
  questions: readonly Question[]
  columns: readonly Column[]
  /** The columns that the form could ask for. */
  askable: readonly Column[]
  error: React.ReactNode
  onChange: (questions: Question[]) => void
}

/** What the form asks for, in order: dragged, or moved with the arrow keys. */
export function FormQuestions({ definition, questions, columns, askable, error, onChange }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const columnOf = (key: string) => columns.find((column) => column.key === key)
  const nameOf = ({ key, label }: Question) => label.trim() || columnOf(key)?.name || key
  const keys = questions.map(({ key }) => key)
  const { list, isDragging, sortedAt } = useSorting(keys, (from, to) => {
    const moved = questions[from]
    if (!moved) return
    onChange(moveQuestion(questions, from, to))
    setStatus(`${nameOf(moved)} is now ${to + 1} of ${questions.length}.`)
  })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" id="form-questions-help">
        Drag a question by its handle, or choose the handle and press the arrow keys.
      </Text>
      <ul
        className={classes.questions}
        ref={list}
        aria-label="Questions"
        data-dragging={isDragging || undefined}
      >
        {questions.map((question, at) => {
          const { key } = question
          const column = columnOf(key)
          if (!column) return null
          const name = nameOf(question)
          return (
            <QuestionItem
              key={key}
              question={question}
              column={column}
              name={name}
              place={`${at + 1} of ${questions.length}`}
              sorted={sortedAt(at)}
              isOpen={opened === key}
              onOpen={(isOpen) => setOpened(isOpen ? key : null)}
              onChange={(part) =>
                onChange(questions.map((one) => (one.key === key ? { ...one, ...part } : one)))
              }
              onLeaveOut={() => {
                onChange(questions.filter((one) => one.key !== key))
                setStatus(`${name} is left out.`)
              }}
            />
          )
        })}
      </ul>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <p className="visually-hidden" aria-live="polite">
        {status}
      </p>
      <AddQuestion
        definition={definition}
        left={askable.filter(({ key }) => !keys.includes(key))}
        onAdd={(added) => onChange([...questions, ...added])}
      />
    </Stack>
  )
}
