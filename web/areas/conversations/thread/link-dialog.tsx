import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { RecordPicker, type RecordRef } from '../../../ui/records/record-picker.tsx'
import type { Conversation } from '../inbox/inbox-item.tsx'

/** Links a thread to the record it is about, or to none. */
export function LinkDialog({ thread, onClose }: { thread: Conversation; onClose: () => void }) {
  const { id, definition_key, row_id } = thread
  const before = definition_key && row_id ? { definition_key, row_id } : null
  const form = useForm({
    initialValues: { record: before as RecordRef | null },
    validate: { record: (record) => (record || before ? null : 'Select a record.') },
  })
  const { record } = form.values
  const saving = useChange('conversations.update', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title="Link to a record"
      verb={record === null && before ? 'Unlink' : 'Link'}
      size="lg"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={() =>
        saving.mutate({ params: { id }, body: record ?? { definition_key: null, row_id: null } })
      }
    >
      <Text size="sm" c="dimmed">
        The messages of this conversation will appear in the record’s timeline, and templates can
        use its cells.
      </Text>
      <RecordPicker {...form.getInputProps('record')} value={record} />
    </FormDialog>
  )
}
