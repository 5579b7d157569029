import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Refused } from '../../api.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { waitText } from './waits.rules.ts'

/** The seconds that are left until the same may be tried again; 0 once it may. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const seconds = error instanceof Refused ? (error.failure.retryAfter ?? 0) : 0
    const until = Date.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    if (seconds === 0) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [error])
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
