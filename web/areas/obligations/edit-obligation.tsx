import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Body, useAnswer, useChange } from '../../api.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { majorOf } from '../../ui/money.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { isOpen } from './obligation.rules.ts'
import { ObligationDialog } from './obligation-dialog.tsx'
import { formOf } from './obligation-form.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Changes an obligation: all of it while it is open, and what is noted about it afterwards. */
export function EditObligation({ obligation, onClose }: Props) {
  const { id } = obligation
  const { data: workspace } = useAnswer('workspace.getWorkspace', {})
  const save = useChange('obligations.update', {
    shown: true,
    outdates: [['obligations']],
    onDone: () => {
      toastDone('Saved')
      onClose()
    },
  })
  const send = (body: Body<'obligations.update'>) => {
    if (Object.keys(body).length === 0) onClose()
    else save.mutate({ params: { id }, body })
  }
  if (!workspace) return null
  const { currency, timeZone } = workspace.data
  const given = { busy: save.isPending, error: save.error, onClose, onSend: send }
  return isOpen(obligation.status) ? (
    <ObligationDialog
      title="Change the obligation"
      verb="Save"
      before={formOf(obligation, currency, majorOf)}
      id={id}
      timeZone={timeZone}
      {...given}
    />
  ) : (
    <NotesDialog obligation={obligation} {...given} />
  )
}

interface NotesProps extends Props {
  busy: boolean
  error: unknown
  onSend: (body: Body<'obligations.update'>) => void
}

function NotesDialog({ obligation, busy, error, onClose, onSend }: NotesProps) {
  useReturnFocus()
  const before = { description: obligation.description ?? '', notes: obligation.notes ?? '' }
  const [form, setForm] = useState(before)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend({
      ...(form.description === before.description ? {} : { description: form.description || null }),
      ...(form.notes === before.notes ? {} : { notes: form.notes || null }),
    })
  }
  return (
    <Modal opened onClose={onClose} title="Change what is noted">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">It is closed: only what is noted about it can still be changed.</Text>
          <Textarea
            label="Description"
            maxLength={20_000}
            value={form.description}
            onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
          />
          <Textarea
            label="Notes"
            maxLength={20_000}
            value={form.notes}
            onChange={(event) => setForm({ ...form, notes: event.currentTarget.value })}
          />
          {error ? <FailureAlert error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
