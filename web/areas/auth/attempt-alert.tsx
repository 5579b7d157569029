import { Text } from '@mantine/core'
import { useEffect, useMemo, useReducer } from 'react'
import { codeOf, Refused } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { waitText } from './waits.rules.ts'

const secondsOf = (error: unknown): number =>
  error instanceof Refused ? (error.failure.retryAfter ?? 0) : 0

/** The seconds until another attempt is allowed; 0 once it is. */
export function useWait(error: unknown): number {
  const until = useMemo(() => Date.now() + secondsOf(error) * 1000, [error])
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return left
}

/** Why the sign-in failed, and how long until another attempt is allowed. */
export function AttemptAlert({
  error,
  wait,
  title,
  wrong = 'Wrong password.',
}: {
  error: unknown
  wait: number
  title: string
  /** The words for a wrong password. */
  wrong?: string
}) {
  if (!error) return null
  if (codeOf(error) === 'wrong_password') {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {wrong}
      </Text>
    )
  }
  if (wait === 0 && secondsOf(error) > 0) {
    return (
      <Text size="sm" role="status">
        You can try again now.
      </Text>
    )
  }
  return (
    <>
      <FailureAlert error={error} title={title} />
      {wait > 0 && (
        // Not read aloud: a screen reader would say it again every second.
        <Text size="sm" aria-hidden>
          {waitText(wait)}
        </Text>
      )}
    </>
  )
}
