import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FocusEvent } from 'react'
import { Refused } from '../../service/api.ts'
import { RequestId } from '../failures/request-id.tsx'

declare global {
  /** How many times as long toasts stay. Tests set it, so that a slow machine does not miss one. */
  var toastsStay: number | undefined
}

interface Action {
  label: string
  act: () => void
}

/** Says that something is done, with what can be done about it: an undo, or something else by its name. */
export function toastDone(message: string, action?: Action | (() => void)): void {
  toast(message, action, action ? 10_000 : 4_000)
}

/** Says what would be lost without the action, until somebody dismisses it. */
export const toastKept = (message: string, action: Action): void => toast(message, action, false)

function toast(
  message: string,
  action: Action | (() => void) | undefined,
  autoClose: number | false,
): void {
  const id = newId()
  const offered = typeof action === 'object' ? action : action && { label: 'Undo', act: action }
  notifications.show({
    id,
    ...focusReturn(),
    autoClose: autoClose && stay(autoClose),
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <Group justify="space-between" gap="xs">
        <Text size="sm">{message}</Text>
        {offered && <ToastButton id={id} of={offered} />}
      </Group>
    ),
  })
}

const newId = (): string => crypto.randomUUID?.() ?? String(Math.random())

function ToastButton({ id, of: { label, act } }: { id: string; of: Action }) {
  const press = () => {
    notifications.hide(id)
    act()
  }
  return (
    <Button size="compact-sm" variant="light" onClick={press}>
      {label}
    </Button>
  )
}

const stay = (ms: number): number => ms * (globalThis.toastsStay ?? 1)

/** Says why something was not done, with the request's id for the service's log, and what can be done about it. */
export function toastFailure(error: unknown, action?: Action): void {
  const failure = error instanceof Refused ? error.failure : undefined
  const id = newId()
  notifications.show({
    id,
    color: 'red',
    ...focusReturn(),
    autoClose: stay(8_000),
    title: 'That didn’t work',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <>
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        <RequestId of={failure?.requestId} />
        {action && <ToastButton id={id} of={action} />}
      </>
    ),
  })
}

/** When a toast disappears whose button was pressed, the focus goes back. */
function focusReturn() {
  let from: EventTarget | null = null
  const isOutside = ({ currentTarget, relatedTarget }: FocusEvent) =>
    !currentTarget.contains(relatedTarget as Node | null)
  return {
    onFocus: (event: FocusEvent) => {
      if (isOutside(event)) from = event.relatedTarget
    },
    onBlur: (event: FocusEvent) => {
      if (isOutside(event)) from = null
    },
    onClose: () => {
      if (from instanceof HTMLElement) from.focus()
    },
  }
}
