import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FailureAlert } from './failure-alert.tsx'
import { useFormTries } from './use-form-tries.ts'

interface Props {
  opened: boolean
  title: string
  /** What it does, and whether it can be taken back. */
  children?: ReactNode
  /** The verb on the button. */
  verb: string
  /** What closing it is called, where its verb is to cancel as well. */
  keep?: string
  /** Whether a reason is asked for; without one the dialog only asks to be sure. */
  reason?: 'required' | 'optional'
  danger?: boolean
  busy?: boolean
  error?: unknown
  /** What was refused, where the service's own words are not those of what is shown. */
  said?: { title: string; text: string } | undefined
  /** What to do about the error, below it. */
  remedy?: ReactNode
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Asks before something is done that somebody may later have to account for. */
export function ReasonDialog(props: Props) {
  const {
    opened,
    title,
    children,
    verb,
    keep = 'Cancel',
    reason,
    danger,
    busy,
    onClose,
    onConfirm,
  } = props
  const { error, said, remedy } = props
  const [written, write] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { form, tried, refused } = useFormTries(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = reason === 'required' && written.trim() === ''
    setMissing(missing)
    tried()
    if (!missing) onConfirm(written.trim())
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      onExitTransitionEnd={() => {
        write('')
        setMissing(false)
      }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          {children && <Text size="sm">{children}</Text>}
          {reason && (
            <Textarea
              label="Reason"
              required={reason === 'required'}
              value={written}
              onChange={(event) => write(event.currentTarget.value)}
              error={isMissing && written.trim() === '' && 'Write a reason.'}
              data-autofocus
            />
          )}
          {refused ? (
            <>
              <FailureAlert error={refused} {...said} />
              {remedy}
            </>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {keep}
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
