import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { codeOf } from '../../api.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'

interface Props {
  title: string
  /** The verb on the button. */
  verb: string
  danger?: boolean
  busy: boolean
  error: unknown
  /** What a refusal is headed by, in place of the usual. */
  errorTitle?: string | undefined
  children: ReactNode
  onClose: () => void
  onSubmit: () => void
}

/** A form that does one thing, with what was refused beside it. */
export function FormDialog(props: Props) {
  const { title, verb, danger, busy, error, errorTitle, children, onClose, onSubmit } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error ? <FailureAlert error={error} title={errorTitle ?? titleOf(error)} /> : null}
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

/** In the words of the form, where the refusal's own are those of the API. */
function titleOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'over_allocated') return 'Together the stakes would have more than 100 %'
  if (code === 'exceeds_collected') return 'That is more than was collected'
  return 'That did not work'
}
