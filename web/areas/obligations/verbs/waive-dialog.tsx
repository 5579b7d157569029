import { Checkbox, Text, Textarea } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_REASON_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { RefusalRemedy } from '../../../ui/obligations/refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Waives an obligation: in a series, only this one or all that would follow. */
export function WaiveDialog({ obligation, onClose }: Props) {
  const { id, title, isRecurring } = obligation
  const form = useForm({
    initialValues: { reason: '', series: false },
    validate: { reason: isNotEmpty('Enter a reason.') },
  })
  const saving = useChange('obligations.waive', {
    shown: true,
    outdates: [['obligations']],
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title={`Waive “${title}”`}
      verb="Waive"
      form={form}
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={obligation} />}
      onClose={onClose}
      onSubmit={({ reason, series }) =>
        saving.mutate({
          params: { id },
          body: { reason: reason.trim(), ...(series ? { series } : {}) },
        })
      }
    >
      <Text size="sm">Waived obligations can’t be reopened.</Text>
      <Textarea
        label="Reason"
        required
        maxLength={MOST_REASON_CHARS}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      {isRecurring && (
        <Checkbox
          label="End the series"
          description={
            form.values.series
              ? 'No new one will be created.'
              : 'Otherwise only this one is waived, and the next one is created.'
          }
          {...form.getInputProps('series', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
