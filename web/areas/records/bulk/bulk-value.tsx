import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { inputOf } from '../../../../shared/column-types.ts'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import { nested } from '../../../ui/layout/nested-popup.ts'
import { RowPicker } from '../choosing/row-picker.tsx'
import { usePersonChoices } from '../choosing/use-person-choices.ts'
import type { Column } from '../list/types.ts'

interface Props {
  column: Column
  value: unknown
  onChange: (value: unknown) => void
}

const field = { size: 'xs', label: 'New value' } as const
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The value to put into a column. Typed text is read by the service, as in a cell. */
export function BulkValue({ column, value, onChange }: Props) {
  const people = usePersonChoices()
  const { settings } = column
  const labels = (settings.options ?? []).map(({ label }) => label)
  const chosen = typeof value === 'string' ? value : null
  const input = inputOf(column.type)
  switch (input) {
    case 'tick':
      return (
        <Select
          {...field}
          {...nested}
          data={[
            { value: 'true', label: 'Checked' },
            { value: 'false', label: 'Not checked' },
          ]}
          value={value === undefined ? null : String(value)}
          onChange={(next) => onChange(next === null ? undefined : next === 'true')}
        />
      )
    case 'option':
      return (
        <Select
          {...field}
          {...nested}
          searchable
          data={labels}
          value={chosen}
          onChange={(label) => onChange(label ?? undefined)}
        />
      )
    case 'options': {
      const List = settings.allowNewOptions ? TagsInput : MultiSelect
      return (
        <List {...field} {...nested} data={labels} value={strings(value)} onChange={onChange} />
      )
    }
    case 'person':
      return (
        <Select
          {...field}
          {...nested}
          searchable
          data={people}
          value={value === undefined ? null : String(value)}
          onChange={(id) => onChange(id === null ? undefined : Number(id))}
        />
      )
    case 'rows':
      return (
        <RowPicker
          labelled
          label={field.label}
          size="xs"
          adds
          definitionKey={settings.definitionKey ?? ''}
          multiple={settings.multiple === true}
          value={strings(value)}
          onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
        />
      )
    case 'lines':
      return (
        <GrowingTextarea
          {...field}
          maxRows={8}
          value={chosen ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
    case 'line':
    case 'number':
    case 'day':
    case 'time':
    case 'email':
    case 'phone':
    case 'url':
    // No column of these can be chosen.
    case 'files':
    case 'none':
      return (
        <TextInput
          {...field}
          type={input === 'day' ? 'date' : 'text'}
          value={chosen ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
  }
}
