import { Autocomplete, Checkbox, MultiSelect, Select, TagsInput, Text } from '@mantine/core'
import { usePeople } from '../../../session.ts'
import { VIEWERS_READ } from '../grid/cells/access.rules.ts'
import { shownText } from '../grid/cells/cell-shown.rules.ts'
import { labelsIn, type TextContext } from '../grid/cells/cell-text.rules.ts'
import type { Column, Row } from '../grid/types.ts'
import { RowPicker } from '../row-picker.tsx'
import { FilesField } from './files-field.tsx'
import { TypedField } from './typed-field.tsx'
import { useTyping } from './use-typing.ts'

export interface FieldProps {
  column: Column
  row: Row
  context: TextContext
  /** Why it is read-only; `null` if it is not. */
  lock: string | null
  /** What is wrong with the last value. */
  error: string | null
  /**
   * Writes a value; false if it was refused.
   *
   * @param over what the field held when the typing began, if that may be long ago.
   */
  onCommit: (value: unknown, over?: unknown) => Promise<boolean>
}

const inside = { comboboxProps: { withinPortal: true } } as const

/** One field of a record, by its column's type. A choice is saved at once, typed text when the field is left. */
export function FieldInput(props: FieldProps) {
  const { column, row, context, lock, error, onCommit } = props
  const { seats } = usePeople()
  const value = (row.cells as Record<string, unknown>)[column.key]
  const { settings } = column
  if (lock !== null && column.type !== 'file') {
    return (
      <div>
        <Text size="sm" fw={600}>
          {column.name}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {shownText(column, value, row, context) || '—'}
        </Text>
        {/* For viewers, the reason is shown once, above all fields. */}
        {lock !== VIEWERS_READ && (
          <Text size="xs" c="dimmed">
            {lock}
          </Text>
        )}
      </div>
    )
  }
  const field = {
    label: column.name,
    ...(column.description ? { description: column.description } : {}),
    required: column.required,
    withAsterisk: column.required,
    error,
  }
  const labels = (settings.options ?? []).map(({ label }) => label)
  switch (column.type) {
    case 'checkbox':
      return (
        <Checkbox
          label={column.name}
          {...(column.description ? { description: column.description } : {})}
          error={error}
          checked={value === true}
          onChange={(event) => onCommit(event.currentTarget.checked)}
        />
      )
    case 'select':
      if (settings.allowNewOptions) {
        return <Committed {...field} data={labels} value={value} onCommit={onCommit} />
      }
      return (
        <Select
          {...field}
          {...inside}
          data={[...new Set([...labels, ...labelsIn(value)])]}
          value={typeof value === 'string' ? value : null}
          searchable
          clearable={!column.required}
          onChange={(label) => onCommit(label)}
        />
      )
    case 'multi_select': {
      const List = settings.allowNewOptions ? TagsInput : MultiSelect
      return (
        <List
          {...field}
          {...inside}
          data={[...new Set([...labels, ...labelsIn(value)])]}
          value={labelsIn(value)}
          onChange={(next: string[]) => onCommit(next)}
        />
      )
    }
    case 'person':
      return (
        <Select
          {...field}
          {...inside}
          data={seats.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name }))}
          value={typeof value === 'number' ? String(value) : null}
          searchable
          clearable={!column.required}
          onChange={(id) => onCommit(id === null ? null : Number(id))}
        />
      )
    case 'link':
      return (
        <>
          <RowPicker
            labelled
            label={column.name}
            definitionKey={settings.definitionKey ?? ''}
            multiple={settings.multiple === true}
            value={labelsIn(value)}
            onChange={(ids) => onCommit(ids.length > 0 ? ids : null)}
          />
          {error && (
            <Text size="xs" c="red" role="alert">
              {error}
            </Text>
          )}
        </>
      )
    case 'file':
      return <FilesField {...props} />
    default:
      return <TypedField {...props} />
  }
}

interface CommittedProps {
  label: string
  error: string | null
  data: string[]
  value: unknown
  onCommit: FieldProps['onCommit']
}

/** An option, or a new one, saved when the field is left. */
function Committed({ value, onCommit, ...field }: CommittedProps) {
  const typing = useTyping(typeof value === 'string' ? value : '', value, (text, over) =>
    onCommit(text.trim() || null, over),
  )
  return (
    <Autocomplete
      {...field}
      error={typing.isTyping && field.error}
      value={typing.text}
      onChange={typing.type}
      onOptionSubmit={typing.commit}
      onBlur={(event) => typing.commit(event.currentTarget.value)}
    />
  )
}
