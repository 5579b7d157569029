import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Collapse,
  Group,
  Menu,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { type KeyboardEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { MOST_FORM_HELP_CHARS, MOST_FORM_LABEL_CHARS } from '../../../../shared/limits.ts'
import { useMay } from '../../../service/session.ts'
import type { Definition } from '../../../ui/columns/definition.ts'
import { IconGripVertical, IconPencil, IconPlus, IconX } from '../../../ui/icons/icons.ts'
import { columnTypes } from '../../../ui/records/column-types.ts'
import { type Column, moveQuestion, type Question, questionOf } from './form-draft.rules.ts'
import classes from './forms.module.css'
import { useSorting } from './use-sorting.ts'

const ColumnDialog = lazy(() =>
  import('../../../ui/columns/column-dialog.tsx').then((m) => ({ default: m.ColumnDialog })),
)

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
  const [adding, setAdding] = useState(false)
  const mayAdd = useMay('admin')
  const [opened, setOpened] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const nameOf = ({ key, label }: Question) =>
    label.trim() || columns.find((column) => column.key === key)?.name || key
  const move = (from: number, to: number) => {
    const one = questions[from]
    if (!one || to < 0 || to >= questions.length) return
    onChange(moveQuestion(questions, from, to))
    setStatus(`${nameOf(one)} is now ${to + 1} of ${questions.length}.`)
  }
  const { list, start, dragged, shiftOf } = useSorting(move)
  // A handle that moved with its item lost the focus.
  const held = useRef<string>(undefined)
  useLayoutEffect(() => {
    const key = held.current
    held.current = undefined
    if (key === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key)}"]`)?.focus()
  })
  const arrow = (event: KeyboardEvent, at: number) => {
    const to = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: questions.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    held.current = questions[at]?.key
    move(at, to)
  }
  const left = askable.filter(({ key }) => !questions.some((one) => one.key === key))
  const change = (key: string, part: Partial<Question>) =>
    onChange(questions.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" id="form-questions-help">
        Drag a question by its handle, or choose the handle and press the arrow keys.
      </Text>
      <ul
        className={classes.questions}
        ref={list}
        aria-label="Questions"
        data-dragging={dragged !== undefined || undefined}
      >
        {questions.map((question, at) => {
          const column = columns.find(({ key }) => key === question.key)
          if (!column) return null
          const name = nameOf(question)
          const { icon: Shown, label: typeName } = columnTypes[column.type]
          const isOpen = opened === question.key
          const shift = shiftOf(at)
          return (
            <li
              key={question.key}
              className={classes.question}
              data-dragged={dragged === at || undefined}
              style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
            >
              <Group gap={6} wrap="nowrap">
                <ActionIcon
                  className={classes.handle}
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${name}, ${at + 1} of ${questions.length}`}
                  aria-describedby="form-questions-help"
                  data-handle={question.key}
                  onPointerDown={(event) => start(event, at)}
                  onKeyDown={(event) => arrow(event, at)}
                >
                  <IconGripVertical size={16} aria-hidden />
                </ActionIcon>
                <Tooltip label={typeName}>
                  <Shown size={16} stroke={1.6} className={classes.type} aria-hidden />
                </Tooltip>
                <Text size="sm" fw={500} truncate flex={1} miw={0}>
                  {name}
                </Text>
                {(question.required || column.required) && (
                  <Badge variant="default" tt="none" className={classes.badge}>
                    required
                  </Badge>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${name}`}
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? null : question.key)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                {column.required ? (
                  <span className={classes.gap} />
                ) : (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Leave out ${name}`}
                    onClick={() => {
                      onChange(questions.filter(({ key }) => key !== question.key))
                      setStatus(`${name} is left out.`)
                    }}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
              <Collapse expanded={isOpen} transitionDuration={0} keepMounted={false}>
                <Stack gap="xs" className={classes.words}>
                  <TextInput
                    label="Question"
                    placeholder={column.name}
                    maxLength={MOST_FORM_LABEL_CHARS}
                    value={question.label}
                    onChange={(event) => change(question.key, { label: event.currentTarget.value })}
                  />
                  <TextInput
                    label="Help"
                    description="A sentence below the question."
                    maxLength={MOST_FORM_HELP_CHARS}
                    value={question.help}
                    onChange={(event) => change(question.key, { help: event.currentTarget.value })}
                  />
                  <Checkbox
                    label="Must be filled in"
                    description={column.required ? 'The column is required.' : undefined}
                    checked={question.required || column.required}
                    disabled={column.required}
                    onChange={(event) =>
                      change(question.key, { required: event.currentTarget.checked })
                    }
                  />
                </Stack>
              </Collapse>
            </li>
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
      {(left.length > 0 || mayAdd) && (
        <Menu position="bottom-start" shadow="md" width={260}>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-md"
              w="fit-content"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Add a question
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {left.map((column) => {
              const { icon: Shown } = columnTypes[column.type]
              return (
                <Menu.Item
                  key={column.key}
                  leftSection={<Shown size={16} aria-hidden />}
                  onClick={() => onChange([...questions, questionOf(column)])}
                >
                  {column.name}
                </Menu.Item>
              )
            })}
            {left.length > 1 && (
              <>
                <Menu.Divider />
                <Menu.Item
                  onClick={() => onChange([...questions, ...left.map(questionOf)])}
                >{`Add all ${left.length}`}</Menu.Item>
              </>
            )}
            {mayAdd && (
              <>
                {left.length > 0 && <Menu.Divider />}
                <Menu.Item
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => setAdding(true)}
                >
                  New column…
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense>
        {adding && (
          <ColumnDialog
            definition={definition}
            column={null}
            onAdded={(key) =>
              onChange([...questions, { key, label: '', help: '', required: false }])
            }
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </Stack>
  )
}
