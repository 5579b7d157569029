import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'

/** Says that an address wants no messages. */
export function OptOutDialog({ onClose }: { onClose: () => void }) {
  const [medium, setMedium] = useState<'text' | 'email'>('text')
  const [address, setAddress] = useState('')
  const [reason, setReason] = useState('')
  const put = useChange('optOuts.put', {
    shown: true,
    outdates: [['optOuts']],
    onDone: () => {
      toastDone('Nothing is sent there from now on.')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    put.mutate({ body: { address, medium, opted_out: true, ...(why ? { reason: why } : {}) } })
  }
  return (
    <Modal opened onClose={onClose} title="Add an opt-out">
      <form onSubmit={submit}>
        <Stack>
          <SegmentedControl
            aria-label="Medium"
            value={medium}
            onChange={(value) => setMedium(value as 'text' | 'email')}
            data={[
              { value: 'text', label: 'Texts' },
              { value: 'email', label: 'Emails' },
            ]}
          />
          <TextInput
            label={medium === 'text' ? 'Number' : 'Email address'}
            required
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label="Why"
            description="How they asked, and when."
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {put.error && <FailureAlert error={put.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={put.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
