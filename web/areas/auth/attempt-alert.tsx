import { Text } from '@mantine/core'
import { useEffect, useMemo, useReducer } from 'react'
import { Refused } from '../../api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { waitText } from './waits.rules.ts'

const secondsOf = (error: unknown): number =>
  error instanceof Refused ? (error.failure.retryAfter ?? 0) : 0

/** The seconds that are left until the same may be tried again; 0 once it may. */
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

/** Why nobody was signed in, and how long it is until another attempt is taken. */
export function AttemptAlert({
  error,
  wait,
  title,
}: {
  error: unknown
  wait: number
  title: string
}) {
  if (!error) return null
  if (wait === 0 && secondsOf(error) > 0) {
    return (
      <Text size="sm" role="status">
        The wait is over: you can try again.
      </Text>
    )
  }
  return (
    <>
      <FailureAlert error={error} title={title} />
      {wait > 0 && (
        // Counted for the eye: read aloud every second, it would leave no word in between.
        <Text size="sm" aria-hidden>
          {waitText(wait)}
        </Text>
      )}
    </>
  )
}
