import { Alert, Checkbox, Skeleton, Text } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ColumnType } from '../../../shared/column-types.ts'
import { accepted, api, useChange } from '../../service/api.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { changeableTypes, typeLabel } from '../records/column-types.ts'
import { blankDraft, settingProblems, settingsOf } from './column-draft.rules.ts'
import { columnQueries } from './column-queries.ts'
import type { Column, Definition } from './definition.ts'
import type { SettingsDraft } from './settings-draft.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TypePreview } from './type-preview.tsx'
import { TypeSelect } from './type-select.tsx'

interface Props {
  definition: Definition
  column: Column
  onClose: () => void
}

interface TypeForm extends SettingsDraft {
  type: ColumnType | null
  /** Whether to empty the cells that the new type cannot hold. */
  confirmLoss: boolean
}

/** Changes a column's type, after showing what that does to the cells. */
export function TypeDialog({ definition, column, onClose }: Props) {
  const params = { key: definition.key, column: column.id }
  const form = useForm<TypeForm>({
    initialValues: { ...blankDraft, type: null, confirmLoss: false },
    validate: (values): FormErrors => ({
      ...(values.type ? settingProblems(values.type, values) : { type: 'Select a type.' }),
      ...(lost > 0 && !values.confirmLoss
        ? { confirmLoss: 'Select this to confirm, or choose another type.' }
        : {}),
    }),
  })
  const { type } = form.values
  const settings = type ? settingsOf(type, form.values) : {}
  // While options are being typed, the preview is not requested for every key.
  const [asked] = useDebouncedValue({ type, settings: JSON.stringify(settings) }, 300)
  const preview = useQuery({
    // Not one of the definitions' queries: once the type is changed, there is nothing left to preview.
    queryKey: ['previewColumnType', params, asked],
    enabled: asked.type !== null,
    gcTime: 0,
    queryFn: ({ signal }) =>
      accepted(
        api.call('definitions.previewColumnType', {
          params,
          body: { type: asked.type!, settings: JSON.parse(asked.settings) },
          signal,
        }),
      ),
  })
  const change = useChange('definitions.changeColumnType', {
    shown: true,
    outdates: columnQueries,
    onDoneHere: onClose,
  })
  const forecast = preview.data?.data
  const lost = forecast?.lost ?? 0
  const isCurrent = asked.type === type && asked.settings === JSON.stringify(settings)
  // Nothing is sent before the preview has been shown.
  const isLooking = type !== null && (preview.isLoading || !isCurrent)
  return (
    <FormDialog
      title={`Change type of “${column.name}”`}
      verb="Change type"
      size="lg"
      form={form}
      saving={{ isPending: change.isPending || isLooking, error: change.error }}
      onClose={onClose}
      onSubmit={({ confirmLoss }) => {
        if (type) change.mutate({ params, body: { type, settings, confirmLoss } })
      }}
    >
      <Text size="sm" c="dimmed">
        Its current type is {typeLabel(column.type).toLowerCase()}. Its name, key and access don’t
        change.
      </Text>
      <TypeSelect
        label="New type"
        types={changeableTypes.filter((one) => one !== column.type)}
        value={type}
        error={form.errors.type}
        onChange={(chosen) => form.setValues({ ...blankDraft, type: chosen, confirmLoss: false })}
      />
      {type && <SettingsFields definition={definition} type={type} form={form} />}
      {type && preview.isLoading && <Skeleton height={90} aria-label="Checking the cells" />}
      {preview.error && type ? (
        <FailureAlert error={preview.error} title="The cells could not be checked" />
      ) : null}
      {type && forecast && <TypePreview preview={forecast} />}
      {lost > 0 && (
        <Alert color="red" p="xs">
          <Checkbox
            label={
              lost === 1
                ? 'Empty 1 cell. You can’t undo this.'
                : `Empty ${lost.toLocaleString()} cells. You can’t undo this.`
            }
            aria-invalid={form.errors.confirmLoss !== undefined}
            {...form.getInputProps('confirmLoss', { type: 'checkbox' })}
          />
        </Alert>
      )}
    </FormDialog>
  )
}
