import { Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Refused } from '../../service/api.ts'
import { issueWords } from '../../service/failures/failure-words.rules.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import { SendingWaits } from '../failures/upload-waits.tsx'
import { isTyping } from '../focus/typing.ts'
import { type Sorted, sortIssues } from './form.rules.ts'

export interface FormProps<V> {
  form: UseFormReturnType<V>
  /** The change that submitting makes: whether it is running, and what was refused. */
  saving: { isPending: boolean; error: unknown }
  onSubmit: (values: V) => void
  /** The form's names for fields with another name in the request: `{ 'settings.messagesPerMinute': 'perMinute' }`. */
  names?: Record<string, string>
  /** Shows a refusal that belongs to no field, if the service's own words are not enough. */
  refusal?: (error: unknown) => ReactNode
  children: ReactNode
}

interface Props<V> extends FormProps<V> {
  buttons: ReactNode
  gap?: string
  /** The name of a form that no heading or dialog names. */
  label?: string
  /** Whether a dialog around it begins in its first field. */
  takesFocus?: boolean
}

/** How long the second click of a double click may take. */
const DOUBLE_CLICK_MS = 500

/**
 * Every form of the app. On submit, each missing or wrong field says so, and the first one gets the focus, since it may
 * be far above the button. The service's refusals appear at their fields too, the rest above the buttons. Ctrl+Enter
 * presses the button from any field.
 */
export function Form<V>(props: Props<V>) {
  const { form, saving, onSubmit, names, refusal = showRefusal, children, buttons } = props
  const { gap, label, takesFocus = true } = props
  const { error } = saving
  const element = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // A refusal from before the form was opened, or before the last try, no longer counts.
  const [past, setPast] = useState(error)
  const refused = error === past ? null : error
  const sorted = sortRefusal(refused, Object.keys(form.values as object), names)
  /** Where the focus was when it was sent, until somebody types again. */
  const sentFrom = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is assigned to the fields once
  useEffect(() => {
    if (!refused) return
    form.setErrors(sorted.atFields)
    // A person who types goes on.
    if (isTyping() && document.activeElement !== sentFrom.current) return
    setTries((before) => before + 1)
  }, [refused])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try moves to what is wrong
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  useLayoutEffect(() => {
    if (takesFocus) beginInFirstField(element.current)
  }, [takesFocus])
  // Until it is drawn that something is sent, a second click could send it again.
  const sentAt = useRef(-DOUBLE_CLICK_MS)
  useEffect(() => {
    if (!saving.isPending) sentAt.current = -DOUBLE_CLICK_MS
  }, [saving.isPending])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React tells a form around a dialog too, although the dialog is no part of it.
    event.stopPropagation()
    if (saving.isPending || event.timeStamp - sentAt.current < DOUBLE_CLICK_MS) return
    const send = (values: V) => {
      sentAt.current = event.timeStamp
      sentFrom.current = document.activeElement
      onSubmit(values)
    }
    form.onSubmit(send, () => {
      setPast(error)
      setTries((before) => before + 1)
    })(event)
  }
  return (
    <form
      ref={element}
      onSubmit={submit}
      onInput={() => {
        sentFrom.current = null
      }}
      onKeyDown={pressButton}
      aria-label={label}
      noValidate
    >
      <Stack gap={gap}>
        {children}
        {sorted.left ? refusal(sorted.left) : null}
        {saving.isPending && <SendingWaits />}
        {buttons}
      </Stack>
    </form>
  )
}

/** In a dialog, the focus begins in the first field if no other is marked. Otherwise it would be on the close button. */
function beginInFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return
  const fields = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled)'
  form?.querySelector(fields)?.setAttribute('data-autofocus', 'true')
}

/** Not for keys that a field took for its own list, nor for those of a dialog that a field opened. */
function pressButton(event: KeyboardEvent<HTMLFormElement>): void {
  const form = event.currentTarget
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isSend || event.defaultPrevented || !form.contains(event.target as Node)) return
  event.preventDefault()
  form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}

const showRefusal = (error: unknown) => <FailureAlert error={error} />

/** The words at the fields, and the rest of the refusal. */
function sortRefusal(
  error: unknown,
  fields: string[],
  names?: Record<string, string>,
): { atFields: Sorted['atFields']; left: unknown } {
  if (!(error instanceof Refused)) return { atFields: {}, left: error }
  const { failure } = error
  const { atFields, rest } = sortIssues(failure.issues, fields, names)
  if (rest.length === failure.issues.length) return { atFields, left: error }
  const [first] = rest
  if (!first) return { atFields, left: null }
  const left = { ...failure, issues: rest, message: `${issueWords(first)}.` }
  return { atFields, left: new Refused(left) }
}
