import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { RecordPicker, type RecordRef } from '../../ui/record-picker.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import type { Conversation } from './inbox-item.tsx'

/** Says which record a thread is about, or that it is about none. */
export function LinkDialog({ thread, onClose }: { thread: Conversation; onClose: () => void }) {
  const { id, definition_key, row_id } = thread
  const before = definition_key && row_id ? { definition_key, row_id } : null
  const [record, choose] = useState<RecordRef | null>(before)
  const update = useChange('conversations.update', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDone: () => {
      toastDone(record ? 'Linked: its messages stand in the record’s timeline.' : 'Unlinked.')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = record ?? { definition_key: null, row_id: null }
    update.mutate({ params: { id }, body })
  }
  return (
    <Modal opened onClose={onClose} title="Link to a record" size="lg">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            The messages of this conversation then stand in the timeline of the record, and its
            cells fill templates.
          </Text>
          <RecordPicker value={record} onChange={choose} />
          {update.error && <FailureAlert error={update.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={update.isPending}
              disabled={record?.row_id === before?.row_id}
            >
              {record === null && before ? 'Unlink' : 'Link'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
