import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api.ts'
import { usePeople } from '../../session.ts'
import { toastDone } from '../../ui/toasts.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { assignable } from './obligation.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'
import { RefusalRemedy } from './refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Brings an obligation before somebody, or before whom the workspace has for that. */
export function EscalateDialog({ obligation, onClose }: Props) {
  useReturnFocus()
  const { id, title } = obligation
  const { seats, nameOf } = usePeople()
  const [to, choose] = useState<string | null>(null)
  const [reason, write] = useState('')
  const { mutate, isPending, error } = useChange('obligations.escalate', {
    shown: true,
    outdates: [['obligations']],
    onDone: ({ data }) => {
      toastDone(`Escalated “${title}” to ${nameOf(data.escalatedToUserId)}`)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({
      params: { id },
      body: {
        ...(to === null ? {} : { toUserId: Number(to) }),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      },
    })
  }
  return (
    <Modal opened onClose={onClose} title={`Escalate “${title}”`}>
      <form onSubmit={submit}>
        <Stack>
          <Select
            label="To"
            description="Left empty: whom the workspace names for it, else a manager or an owner."
            placeholder="Whom the workspace names"
            clearable
            searchable
            data={assignable(seats, to)}
            value={to}
            onChange={choose}
          />
          <Textarea
            label="Reason"
            data-autofocus
            maxLength={2000}
            value={reason}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <RefusalRemedy error={error} obligation={obligation} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Escalate
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
