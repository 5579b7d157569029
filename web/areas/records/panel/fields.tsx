import { Button, Group, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { holdsFiles, type Input, inputOf } from '../../../../shared/column-types.ts'
import { useReached } from '../../../service/reach.ts'
import { useSession } from '../../../service/session.ts'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { mayEdit, VIEWERS_READ, viewerOf, whyLocked } from '../cells/access.ts'
import { shownText } from '../cells/cell-shown.rules.ts'
import { isEmpty, type TextContext } from '../cells/cell-text.rules.ts'
import { ConflictNotice } from '../cells/conflict-notice.tsx'
import { conflictWords } from '../cells/conflict-words.ts'
import { unresolvedIn } from '../cells/unresolved.rules.ts'
import { useTexts } from '../cells/use-texts.ts'
import type { Question } from '../grid/rows/questions.rules.ts'
import type { Column, ColumnPolicy, Definition, Row } from '../list/types.ts'
import { FieldInput } from './field-input.tsx'
import classes from './panel.module.css'
import { UnresolvedNames } from './unresolved-names.tsx'
import type { LoadedRecord } from './use-record.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  record: LoadedRecord
  /** False while the values are only shown, before there are inputs for them. */
  areInputs: boolean
  /** The column that the record's head shows, left out here unless something is wrong with it. */
  stage: Column | undefined
  /** Writes to an email address in the record's own composer; absent if that is not possible. */
  onEmail?: ((address: string) => void) | undefined
  /** Logs a call with a number. */
  onCall?: ((number: string) => void) | undefined
}

/** The types whose values are chosen from a list. */
const choices: readonly Input[] = ['option', 'options', 'person', 'rows']

/** A record with more fields than this hides those that are empty. */
const MANY = 12

/** The fields of a record as a list of labels and values; a value is edited where it stands. */
export function Fields(props: Props) {
  const { definition, policies, record, areInputs, stage, onEmail, onCall } = props
  const row = record.read
  const viewer = viewerOf(useSession())
  const context = useTexts(definition)
  const [showsAll, setShowsAll] = useState(false)
  const isAway = !useReached()
  const needsField = (key: string) =>
    key in record.troubles ||
    record.question(key) !== undefined ||
    record.unsaved(key) !== undefined ||
    (isAway && record.isWaiting(key))
  const columns = definition.columns.filter(({ id, key }) => id !== stage?.id || needsField(key))
  // The fields that were empty when the record was opened, so that no field disappears while somebody empties it.
  const [hidden] = useState(
    () =>
      new Set(
        columns.length > MANY
          ? columns
              .filter((one) => isEmpty(row.cells[one.key]) && unresolvedIn(one, row).length === 0)
              .map(({ id }) => id)
          : [],
      ),
  )
  const listed = showsAll ? columns : columns.filter(({ id }) => !hidden.has(id))
  const left = columns.length - listed.length
  return (
    <div className={classes.fields}>
      {!mayEdit(viewer) && (
        <Text size="sm" c="dimmed">
          {VIEWERS_READ}
        </Text>
      )}
      {listed.map((column) => (
        <Field
          key={column.id}
          context={context}
          column={column}
          record={record}
          isInput={areInputs}
          lock={whyLocked(column, policies, viewer)}
          error={record.troubles[column.key] ?? null}
          onEmail={onEmail}
          onCall={onCall}
        />
      ))}
      {left > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          w="fit-content"
          onClick={() => setShowsAll(true)}
        >
          {left === 1 ? 'Show 1 empty field' : `Show ${left} empty fields`}
        </Button>
      )}
    </div>
  )
}

interface FieldProps extends Omit<Props, 'definition' | 'policies' | 'areInputs' | 'stage'> {
  isInput: boolean
  context: TextContext
  column: Column
  lock: string | null
  error: string | null
}

function Field(props: FieldProps) {
  const { context, column, record, isInput, lock, error, onEmail, onCall } = props
  const id = useId()
  const { read, row, write, answer, unsaved, forget } = record
  const isWaiting = !useReached() && record.isWaiting(column.key)
  const refused = unsaved(column.key)
  const question = record.question(column.key)
  // A label belongs to an input; text and files are only named.
  const Label = isInput && lock === null && !holdsFiles(column.type) ? 'label' : 'span'
  return (
    <div className={classes.field}>
      <Label
        id={`${id}-label`}
        {...(Label === 'label' ? { htmlFor: id } : {})}
        className={classes.label}
        title={column.description ?? undefined}
      >
        {column.name}
        {column.required && lock === null && <span aria-hidden> *</span>}
      </Label>
      <div
        className={`${classes.value} ${choices.includes(inputOf(column.type)) ? classes.choice : ''}`}
      >
        {isInput ? (
          <FieldInput
            id={id}
            column={column}
            row={row}
            context={context}
            lock={lock}
            error={error}
            onCommit={(value, ...over) => write(column, value, ...over)}
            onEmail={onEmail}
            onCall={onCall}
          />
        ) : (
          <div className={classes.first} data-type={column.type}>
            {shownText(column, row.cells[column.key], row, context)}
          </div>
        )}
        <UnresolvedNames
          column={column}
          row={row}
          isLocked={!isInput || lock !== null}
          onResolve={(value) => write(column, value)}
        />
        {question && (
          <FieldQuestion
            column={column}
            question={question}
            row={read}
            context={context}
            onAnswer={(choice) => answer(question, choice)}
          />
        )}
        {isWaiting && (
          <Text size="xs" c="dimmed">
            Not sent yet
          </Text>
        )}
        {refused && (
          <Group gap="xs" role="alert">
            <Text size="xs" c="var(--mantine-color-error)">
              Not saved. {refused}.
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => forget(column.key)}>
              Discard
            </Button>
          </Group>
        )}
      </div>
    </div>
  )
}

interface QuestionProps extends Pick<FieldProps, 'column' | 'context'> {
  row: Row
  question: Question
  onAnswer: (choice: 'mine' | 'theirs') => void
}

function FieldQuestion({ column, question, row, context, onAnswer }: QuestionProps) {
  // Its buttons disappear with it, so the focus goes back to the field.
  useReturnFocus()
  const { drawn: mine, theirs } = question
  const words = conflictWords(column, { mine, theirs }, row, context)
  return <ConflictNotice column={column} words={words} onAnswer={onAnswer} />
}
