import { Button, Group, TextInput } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType, useForm } from '@mantine/form'
import type { Ref } from 'react'
import type { ColumnType } from '../../../shared/column-types.ts'
import { MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { Form, type FormProps } from '../forms/form.tsx'
import { columnTypes } from '../records/column-types.ts'
import {
  blankColumn,
  type ColumnDraft,
  settingNames,
  settingProblems,
} from './column-draft.rules.ts'
import { OptionsEditor } from './options-editor.tsx'
import { TypeSelect } from './type-select.tsx'

/** The form's values. They begin with what is known of the new column. */
export const useNewColumn = (draft: Partial<ColumnDraft> = {}) =>
  useForm<ColumnDraft>({
    initialValues: { ...blankColumn, ...draft },
    validate: { name: isNotEmpty('Enter a name.') },
  })

interface Props {
  form: UseFormReturnType<ColumnDraft>
  saving?: FormProps<ColumnDraft>['saving']
  nameField?: Ref<HTMLInputElement>
  onAdd: (draft: ColumnDraft) => void
  /** Goes on with all settings. */
  onMore: (draft: ColumnDraft) => void
}

const notSaving = { isPending: false, error: null }

/** A new column in a small panel: its name, its type and its options. The rest is in the dialog of all settings. */
export function NewColumnForm({ form, saving = notSaving, nameField, onAdd, onMore }: Props) {
  const draft = form.values
  // Links and formulas need more than a name.
  const needsMore = Object.keys(settingProblems(draft.type, draft)).length > 0
  return (
    <Form
      form={form}
      saving={saving}
      gap="xs"
      onSubmit={needsMore ? onMore : onAdd}
      buttons={
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onMore(draft)}>
            More settings
          </Button>
          <Button type="submit" size="compact-sm" loading={saving.isPending}>
            {needsMore ? 'Continue' : 'Add column'}
          </Button>
        </Group>
      }
    >
      <TextInput
        ref={nameField}
        label="Name"
        size="xs"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TypeSelect
        label="Type"
        size="xs"
        isNested
        types={Object.keys(columnTypes) as ColumnType[]}
        value={draft.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      {settingNames(draft.type).includes('options') && (
        <OptionsEditor
          options={draft.options ?? []}
          onChange={(options) => form.setFieldValue('options', options)}
        />
      )}
    </Form>
  )
}
