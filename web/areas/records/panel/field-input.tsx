import { Autocomplete, Checkbox, MultiSelect, Select, TagsInput, Text } from '@mantine/core'
import { holdsFiles, inputOf } from '../../../../shared/column-types.ts'
import { PersonName, withInitials } from '../../../ui/values/person-name.tsx'
import { VIEWERS_READ } from '../cells/access.ts'
import { tintOf } from '../cells/cell.tsx'
import { shownText } from '../cells/cell-shown.rules.ts'
import { labelsIn } from '../cells/cell-text.rules.ts'
import { unresolvedIn, withNames } from '../cells/unresolved.rules.ts'
import { RowPicker } from '../choosing/row-picker.tsx'
import { usePersonChoices } from '../choosing/use-person-choices.ts'
import type { Column } from '../list/types.ts'
import type { FieldProps } from './field-props.ts'
import { FilesField } from './files-field.tsx'
import classes from './panel.module.css'
import { quiet } from './quiet-input.ts'
import { TypedField } from './typed-field.tsx'
import { useTyping } from './use-typing.ts'

const inside = { comboboxProps: { withinPortal: true } } as const
/** One value of a record, by its column's type. A choice is saved at once, typed text when the field is left. */
export function FieldInput(props: FieldProps) {
  const { id, column, row, context, lock, error, onCommit } = props
  const value = row.cells[column.key]
  const people = usePersonChoices(value)
  const { settings } = column
  if (lock !== null && !holdsFiles(column.type)) {
    return (
      <div className={classes.locked}>
        <Text size="sm" component="div" className={classes.words}>
          {inputOf(column.type) === 'person' && typeof value === 'number' ? (
            <PersonName id={value} />
          ) : (
            shownText(column, value, row, context) || '—'
          )}
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
    ...quiet,
    id,
    ...(column.description ? { 'aria-description': column.description } : {}),
    error,
  }
  const labels = (settings.options ?? []).map(({ label }) => label)
  switch (inputOf(column.type)) {
    case 'tick':
      return (
        <Checkbox
          id={id}
          className={classes.tick}
          error={error}
          checked={value === true}
          onChange={(event) => onCommit(event.currentTarget.checked)}
        />
      )
    case 'option':
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
          leftSection={<Swatch color={colorOf(column, value)} />}
          leftSectionWidth={colorOf(column, value) ? 26 : 8}
          onChange={(label) => onCommit(label)}
        />
      )
    case 'options': {
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
          data={people}
          value={typeof value === 'number' ? String(value) : null}
          searchable
          clearable={!column.required}
          {...withInitials(typeof value === 'number' ? String(value) : null)}
          leftSectionWidth={typeof value === 'number' ? 32 : 8}
          onChange={(chosen) => onCommit(chosen === null ? null : Number(chosen))}
        />
      )
    case 'rows':
      return (
        <>
          <RowPicker
            id={id}
            className={classes.input!}
            label={column.name}
            adds
            definitionKey={settings.definitionKey ?? ''}
            multiple={settings.multiple === true}
            value={labelsIn(value)}
            onChange={(ids) => onCommit(withNames(column, ids, unresolvedIn(column, row)))}
          />
          {error && (
            <Text size="xs" c="red" role="alert">
              {error}
            </Text>
          )}
        </>
      )
    case 'files':
      return <FilesField {...props} />
    case 'line':
    case 'lines':
    case 'number':
    case 'day':
    case 'time':
    case 'email':
    case 'phone':
    case 'url':
    case 'none':
      return <TypedField {...props} />
  }
}

const colorOf = ({ settings }: Column, value: unknown) =>
  settings.options?.find(({ label }) => label === value)?.color ?? null

/** The colour of the chosen option. */
function Swatch({ color }: { color: string | null }) {
  if (color === null) return null
  return <span className={classes.swatch} style={tintOf(color)} aria-hidden />
}

interface CommittedProps {
  id: string
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
