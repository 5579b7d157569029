import { SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MOST_REMARK_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'

/** Records that an address has opted out of messages. */
export function OptOutDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { medium: 'text' as 'text' | 'email', address: '', reason: '' },
    validate: {
      address: (text, values) =>
        text.trim()
          ? null
          : values.medium === 'text'
            ? 'Enter a number.'
            : 'Enter an email address.',
    },
  })
  const { medium } = form.values
  const saving = useChange('optOuts.put', {
    shown: true,
    outdates: [['optOuts']],
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title="Add opt-out"
      verb="Add"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ reason, ...of }) => {
        const why = reason.trim()
        saving.mutate({ body: { ...of, opted_out: true, ...(why ? { reason: why } : {}) } })
      }}
    >
      <SegmentedControl
        aria-label="Medium"
        data={[
          { value: 'text', label: 'Texts' },
          { value: 'email', label: 'Emails' },
        ]}
        {...form.getInputProps('medium')}
      />
      <TextInput
        label={medium === 'text' ? 'Number' : 'Email address'}
        required
        data-autofocus
        {...form.getInputProps('address')}
      />
      <TextInput
        label="Reason"
        description="How they asked, and when."
        maxLength={MOST_REMARK_CHARS}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
