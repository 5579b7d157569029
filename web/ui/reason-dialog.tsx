import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FailureAlert } from './failure-alert.tsx'

interface Props {
  opened: boolean
  title: string
  /** What it does, and whether it can be taken back. */
  children?: ReactNode
  /** The verb on the button. */
  verb: string
  /** Whether a reason is asked for; without one the dialog only asks to be sure. */
  reason?: 'required' | 'optional'
  danger?: boolean
  busy?: boolean
  error?: unknown
  /** What to do about the error, below it. */
  remedy?: ReactNode
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Asks before something is done that somebody may later have to account for. */
export function ReasonDialog(props: Props) {
  const { opened, title, children, verb, reason, danger, busy, onClose, onConfirm } = props
  const { error, remedy } = props
  const [written, write] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== 'required' || written.trim() !== '') onConfirm(written.trim())
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} onExitTransitionEnd={() => write('')}>
      <form onSubmit={submit}>
        <Stack>
          {children && <Text size="sm">{children}</Text>}
          {reason && (
            <Textarea
              label="Reason"
              required={reason === 'required'}
              value={written}
              onChange={(event) => write(event.currentTarget.value)}
              data-autofocus
            />
          )}
          {error ? (
            <>
              <FailureAlert error={error} />
              {remedy}
            </>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy ?? false} {...(danger ? { color: 'red' } : {})}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
