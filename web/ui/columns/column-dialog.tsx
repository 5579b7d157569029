import { Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ColumnType, isComputed } from '../../../shared/column-types.ts'
import { MOST_DESCRIPTION_CHARS, MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { accepted, api } from '../../service/api.ts'
import { useOnce } from '../../service/once-reached.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { columnTypes, typeLabel } from '../records/column-types.ts'
import {
  blankColumn,
  type ColumnDraft,
  columnBody,
  columnProblems,
  draftSettings,
} from './column-draft.rules.ts'
import type { Column, Definition } from './definition.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TypeSelect } from './type-select.tsx'

/** A column as it is sent to be added. */
type NewColumn = ReturnType<typeof columnBody> & { type: ColumnType }

interface Props {
  definition: Definition
  /** The column to change; without it a new one is added. */
  column: Column | null
  /** What a new column starts with. */
  draft?: Partial<ColumnDraft>
  onAdded?: (key: string) => void
  /** Takes the new column instead, which is then not added yet. */
  onPlanned?: (column: NewColumn) => void
  onClose: () => void
}

/** Adds a column, or edits one; changing its type has a dialog of its own. */
export function ColumnDialog({ definition, column, draft, onAdded, onPlanned, onClose }: Props) {
  const queries = useQueryClient()
  const once = useOnce()
  const form = useForm<ColumnDraft>({
    initialValues: column
      ? {
          ...blankColumn,
          name: column.name,
          type: column.type,
          description: column.description,
          required: column.required,
          unique: column.unique,
          ...draftSettings(column),
        }
      : { ...blankColumn, ...draft },
    validate: columnProblems,
  })
  const { type } = form.values
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: (values: ColumnDraft) => {
      const body = columnBody(values, column ?? undefined)
      const { key } = definition
      return accepted(
        once((how) =>
          column
            ? api.definitions.updateColumn({ key, column: column.id }, body, how)
            : api.definitions.createColumn({ key }, { ...body, type }, how),
        ),
      )
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions'] })
      if (!column) onAdded?.(data.key)
      onClose()
    },
  })
  return (
    <FormDialog
      title={column ? `Edit “${column.name}”` : 'Add column'}
      verb={column ? 'Save' : 'Add column'}
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={(values) => {
        if (!onPlanned) return saving.mutate(values)
        onPlanned({ ...columnBody(values), type })
        onClose()
      }}
    >
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {column ? (
        <Text size="sm" c="dimmed">
          {typeLabel(column.type)}. Integrations use its key, <code>{column.key}</code>, which does
          not change.
        </Text>
      ) : (
        <TypeSelect
          label="Type"
          types={Object.keys(columnTypes) as ColumnType[]}
          value={type}
          onChange={(chosen) => form.setFieldValue('type', chosen)}
        />
      )}
      <SettingsFields definition={definition} type={type} form={form} exists={column !== null} />
      <Textarea
        label="Description"
        description="Help for the people who fill it in."
        maxLength={MOST_DESCRIPTION_CHARS}
        {...form.getInputProps('description')}
      />
      {!isComputed(type) && (
        <>
          <Switch
            label="Required"
            description="New rows must have a value."
            {...form.getInputProps('required', { type: 'checkbox' })}
          />
          <Switch
            label="Unique"
            description="No two rows can have the same value."
            {...form.getInputProps('unique', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  )
}
