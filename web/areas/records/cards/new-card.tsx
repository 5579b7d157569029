import { Checkbox, MultiSelect, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { randomKey } from '../../../../sdk/random-key.ts'
import { inputOf } from '../../../../shared/column-types.ts'
import { useSession } from '../../../service/session.ts'
import { orderedColumns } from '../../../ui/columns/column-order.rules.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import { withInitials } from '../../../ui/values/person-name.tsx'
import { viewerOf, whyLocked } from '../cells/access.ts'
import { isEmpty } from '../cells/cell-text.rules.ts'
import { inputKinds } from '../cells/typed-cell.rules.ts'
import { RowPicker } from '../choosing/row-picker.tsx'
import { usePersonChoices } from '../choosing/use-person-choices.ts'
import type { GridModel } from '../grid/model/model.ts'
import type { Column, ColumnPolicy, Definition, GridState } from '../list/types.ts'
import { addRow } from '../moves/add-row.ts'
import { cardCells, cardColumns } from './new-card.rules.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  state: GridState
  model: GridModel
  /** @param rowId undefined if the row waits for the service. */
  onAdded: (rowId: string | undefined) => void
  onClose: () => void
}

type Values = Record<string, unknown>

/** A form for a new row, with the fields that matter first. */
export function NewCard({ definition, policies, state, model, onAdded, onClose }: Props) {
  const viewer = viewerOf(useSession())
  const mayWrite = (column: Column) => whyLocked(column, policies, viewer) === null
  const shown = orderedColumns(definition.columns, state.order).filter(
    ({ key, required }) => required || !state.hidden.includes(key),
  )
  const fields = cardColumns(shown.filter(mayWrite))
  const form = useForm<Values>({
    initialValues: Object.fromEntries(fields.map((column) => [column.key, emptyOf(column)])),
    validate: (values) =>
      Object.fromEntries(
        fields
          .filter(({ key, required }) => required && isEmpty(values[key]))
          .map(({ key, name }) => [key, `${name} is required.`]),
      ),
  })
  // Also the key of the request, so that one whose answer was lost makes no second row.
  const id = useRef(`new-${randomKey()}`).current
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: (values: Values) => addRow(model, id, cardCells(values)),
  })
  return (
    <FormDialog
      title="New row"
      verb="Add row"
      form={form}
      saving={saving}
      onClose={onClose}
      // Not if it was closed meanwhile.
      onSubmit={(values) => saving.mutate(values, { onSuccess: onAdded })}
    >
      {fields.map((column, i) => (
        <Field
          key={column.id}
          column={column}
          input={form.getInputProps(column.key)}
          isFirst={i === 0}
        />
      ))}
      <Text size="sm" c="dimmed">
        You can fill in the other fields in the record.
      </Text>
    </FormDialog>
  )
}

/** The value of an empty field. */
function emptyOf({ type }: Column): unknown {
  switch (inputOf(type)) {
    case 'tick':
      return false
    case 'options':
    case 'rows':
      return []
    case 'option':
    case 'person':
      return null
    case 'line':
    case 'lines':
    case 'number':
    case 'day':
    case 'time':
    case 'email':
    case 'phone':
    case 'url':
    case 'files':
    case 'none':
      return ''
  }
}

interface FieldProps {
  column: Column
  input: { value?: unknown; onChange: (value: unknown) => void; error?: unknown }
  isFirst: boolean
}

function Field({ column, input, isFirst }: FieldProps) {
  const people = usePersonChoices()
  const { type, name, settings, required } = column
  const { value, onChange } = input
  const field = {
    label: name,
    withAsterisk: required,
    error: input.error as string | undefined,
    'data-autofocus': isFirst || undefined,
  }
  const labels = (settings.options ?? []).map(({ label }) => label)
  const entered = inputOf(type)
  switch (entered) {
    case 'tick':
      return (
        <Checkbox
          label={name}
          error={field.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'option':
      return (
        <Select
          {...field}
          data={labels}
          value={value as string | null}
          clearable
          onChange={onChange}
        />
      )
    case 'options':
      return <MultiSelect {...field} data={labels} value={value as string[]} onChange={onChange} />
    case 'person':
      return (
        <Select
          {...field}
          data={people}
          value={value === null ? null : String(value)}
          {...withInitials(value === null ? null : String(value))}
          searchable
          clearable
          onChange={(id) => onChange(id === null ? null : Number(id))}
        />
      )
    case 'rows':
      return (
        <RowPicker
          labelled
          label={name}
          adds
          definitionKey={settings.definitionKey ?? ''}
          multiple={settings.multiple === true}
          value={value as string[]}
          onChange={onChange}
        />
      )
    case 'day':
    case 'time':
      return (
        <DateField
          {...field}
          withTime={entered === 'time'}
          usualTime="09:00"
          value={String(value)}
          onChange={onChange}
        />
      )
    case 'lines':
      return (
        <GrowingTextarea
          {...field}
          minRows={2}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'line':
    case 'number':
    case 'email':
    case 'phone':
    case 'url':
    case 'files':
    case 'none':
      return (
        <TextInput
          {...field}
          {...inputKinds[entered]}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
