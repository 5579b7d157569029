import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { useFormTries } from '../../ui/use-form-tries.ts'
import type { Said } from './refusals.rules.ts'

interface Props {
  title: string
  /** The verb on the button. */
  verb: string
  danger?: boolean
  busy: boolean
  error: unknown
  /** What was refused in the words of the desk, where those of the service are not. */
  said?: Said | undefined
  children: ReactNode
  onClose: () => void
  onSubmit: () => void
}

/** A form that does one thing, with what was refused beside it. */
export function FormDialog(props: Props) {
  const { title, verb, danger, busy, error, said, children, onClose, onSubmit } = props
  const { form, tried, refused } = useFormTries(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
    tried()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          {children}
          {refused ? <FailureAlert error={refused} {...said} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
